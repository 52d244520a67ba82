// A command called in this process, as the program calls it: what it prints and its exit code come back.
import type { Command } from 'commander'
import { runCommandLine, type Subcommand } from '../conformance/cli/command-line.ts'
import { auditCommand } from '../conformance/cli/audit.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { explainCommand } from '../conformance/cli/explain.ts'
import { initCommand } from '../conformance/cli/init.ts'
import { judgeCommand } from '../conformance/cli/judge.ts'
import { receiverCommand } from '../conformance/cli/receiver.ts'
import { replayCommand } from '../conformance/cli/replay.ts'
import { rulesCommand } from '../conformance/cli/rules.ts'
import { watchCommand } from '../conformance/cli/watch.ts'
import { exitCodes } from '../conformance/contract/coded-error.ts'
import { simulateCommand } from '../simulator/cli/command.ts'
import { healthCommand } from '../simulator/cli/health-command.ts'
import { triggerCommand } from '../simulator/cli/trigger/command.ts'
import { defects } from './defects-given.ts'
import { assay } from './places.ts'

type Called = { code: number; out: string; err: string; output: string }

/** `env`: what is set meanwhile, or unset where undefined; no CI variable is set unless given. */
type Surroundings = { cwd?: string; env?: Record<string, string | undefined> }

const setEnv = (values: Record<string, string | undefined>): void => {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/** Sets what belongs to the whole process, and gives what sets it back. */
const enter = ({ cwd, env = {} }: Surroundings): (() => void) => {
  const before = { cwd: process.cwd(), exitCode: process.exitCode }
  const variables = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  setEnv(env)
  process.exitCode = undefined
  if (cwd !== undefined) process.chdir(cwd)
  return () => {
    setEnv(variables)
    process.exitCode = before.exitCode
    process.chdir(before.cwd)
  }
}

type Subcommands = Record<string, Subcommand>

const call = async (subcommands: Subcommands, args: readonly string[], { cwd, env }: Surroundings): Promise<Called> => {
  const said = { out: '', err: '', output: '' }
  const hear = (name: 'out' | 'err') => (text: string) => {
    said[name] += text
    said.output += text
  }
  const leave = enter({ cwd, env: { CI: 'false', ...env } })
  try {
    const code = await runCommandLine(args, {
      subcommands,
      version: () => '1.2.3',
      write: hear('out'),
      writeError: hear('err'),
      async onFault(error) {
        throw error
      },
    })
    return { code: code ?? Number(process.exitCode ?? exitCodes.nothingBroken), ...said }
  } finally {
    leave()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One after another, as each has the exit code, the variables and the folder of the process. */
const inTurn = (subcommands: Subcommands, args: readonly string[], given: Surroundings): Promise<Called> => {
  const called = last.then(() => call(subcommands, args, given))
  last = called.catch(() => undefined)
  return called
}

export const callCommand = (command: Command, args: readonly string[], given: Surroundings = {}): Promise<Called> =>
  inTurn({ it: { summary: '', load: async () => command } }, ['it', ...args], given)

const program = { command: process.execPath, args: [assay] }
const embedded = { ...program, args: [assay, 'simulate'] }

const subcommands: Subcommands = {
  simulate: { summary: 'start', load: async () => simulateCommand({ defects }) },
  conform: { summary: 'judge', load: async () => conformCommand({ embedded }) },
  replay: { summary: 'replay', load: async () => replayCommand({ embedded }) },
  init: { summary: 'write a profile', load: async () => initCommand({ ask: null }) },
  receiver: { summary: 'examine', load: async () => receiverCommand() },
  audit: { summary: 'judge a client', load: async () => auditCommand() },
  rules: { summary: 'list', load: async () => rulesCommand({ defects: async () => [] }) },
  explain: { summary: 'one rule', load: async () => explainCommand({ defects: async () => [] }) },
  judge: { summary: 'judge a record', load: async () => judgeCommand() },
  trigger: { summary: 'raise an event', load: async () => triggerCommand() },
  health: { summary: 'answer or not', load: async () => healthCommand() },
  watch: { summary: 'watch', load: async () => watchCommand({ program }) },
}

/** `args`: the name of a command first. */
export const callAssay = (args: readonly string[], env: Surroundings['env'] = {}, cwd?: string): Promise<Called> =>
  inTurn(subcommands, args, { env, ...(cwd !== undefined && { cwd }) })
