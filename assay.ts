#!/usr/bin/env node
// The command: a table of lazily loaded subcommands; alone in knowing both readers.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Injected } from './proof/matrix/injected.ts'
import type { Place } from './proof/generated/reopened.ts'
import { runCommandLine, type Subcommand } from './conformance/cli/command-line.ts'
import type { CommandName } from './conformance/cli/exit-codes.ts'
import { v8Flags } from './conformance/cli/v8-flags.ts'
import { mutatedCode } from './simulator/mutated-code.ts'
import type * as Simulating from './simulator/simulator.ts'

const program = { command: process.execPath, args: [process.argv[1]!] }
/** A server that keeps the contract, by which `conform` drops calls from what showed a violation. */
const reference = async (): Promise<{ profile: unknown; close(): Promise<void> }> => {
  const { createSimulator } = await import('./simulator/simulator.ts')
  const simulator = await createSimulator({ journal: false })
  return { profile: simulator.profile(), close: () => simulator.close() }
}

const embedded = { ...program, args: [...program.args, 'simulate'] }

/** Enough orders of one status for a store to keep them, and to look for them, in another way than those of a run. */
const placeMany = async (data: string): Promise<void> => {
  const { createSimulator } = await import('./simulator/simulator.ts')
  const simulator = await createSimulator({ journal: false, data })
  await simulator.seedOrders({ statuses: ['new'], count: 600 })
  await simulator.seedOrders({ statuses: ['cancelled'], count: 40 })
  await simulator.close()
}

/** The catalogue is large: it is loaded for who lists defects or carries one. */
const defects = async () => (await import('./proof/defects/index.ts')).defects

const defective: Injected = {
  defects,
  async start(options) {
    const { createSimulator } = await import('./simulator/simulator.ts')
    const simulator = await createSimulator({ journal: false, ...options }, { defects })
    return { profile: simulator.profile(), stop: () => simulator.close() }
  },
  stack: {
    ...mutatedCode,
    async start(folder, { reopened = false, ...conditions }) {
      const { createSimulator } = (await import(pathToFileURL(join(folder, 'simulator.js')).href)) as typeof Simulating
      const options = { journal: false, ...conditions } as const
      if (reopened) {
        const { madeOnce, startReopened } = await import('./proof/generated/reopened.ts')
        const open = async (place: Place) => {
          const simulator = await createSimulator({ ...options, ...place })
          return { ...simulator, profile: simulator.profile() }
        }
        return startReopened(open, await madeOnce(join(dirname(folder), 'many-orders'), placeMany))
      }
      const simulator = await createSimulator(options)
      return { profile: simulator.profile(), stop: () => simulator.close() }
    },
    async readingsOf(vary) {
      const { readingsOf } = await import('./simulator/behaviour/create-behaviour.ts')
      return readingsOf({ vary })
    },
  },
  worker: { module: process.argv[1]!, args: ['adequacy', '--worker'] },
}

const judging = {
  clientJudge: async () => (await import('./conformance/api/client-judge.ts')).createClientJudge(),
}

const subcommands: Record<CommandName, Subcommand> = {
  simulate: {
    summary: 'start the reference simulator',
    load: async () => (await import('./simulator/cli/command.ts')).simulateCommand({ ...judging, defects }),
  },
  exec: {
    summary: 'run a command with a simulator beside it',
    load: async () => (await import('./simulator/cli/exec/command.ts')).execCommand({ ...judging, defects }),
  },
  listen: {
    summary: 'pass the webhook of a running simulator on to your server',
    load: async () => (await import('./simulator/cli/listen/command.ts')).listenCommand(),
  },
  trigger: {
    summary: 'raise an event in a running simulator',
    load: async () => (await import('./simulator/cli/trigger/command.ts')).triggerCommand(),
  },
  stop: {
    summary: 'end a running simulator',
    load: async () => (await import('./simulator/cli/remote/stop.ts')).stopCommand(),
  },
  reset: {
    summary: 'reset a running simulator to its start',
    load: async () => (await import('./simulator/cli/remote/reset.ts')).resetCommand(),
  },
  advance: {
    summary: 'move the clock of a running simulator',
    load: async () => (await import('./simulator/cli/remote/advance.ts')).advanceCommand(),
  },
  fault: {
    summary: 'make calls or deliveries of a running simulator fail',
    load: async () => (await import('./simulator/cli/remote/fault.ts')).faultCommand(),
  },
  conform: {
    summary: 'test a server, or the embedded simulator, against the contract',
    load: async () => (await import('./conformance/cli/conform.ts')).conformCommand({ embedded, reference }),
  },
  receiver: {
    summary: 'examine a webhook receiver of yours',
    load: async () => (await import('./conformance/cli/receiver.ts')).receiverCommand(),
  },
  init: {
    summary: 'try an address and a client id, and write a commented target profile',
    load: async () => (await import('./conformance/cli/init.ts')).initCommand(),
  },
  adequacy: {
    summary: 'run the suite against every deliberate defect: the kill matrix',
    load: async () => (await import('./proof/cli/adequacy.ts')).adequacyCommand(defective),
  },
  replay: {
    summary: 'run a plan file of a report again',
    load: async () => (await import('./conformance/cli/replay.ts')).replayCommand({ embedded }),
  },
  judge: {
    summary: 're-evaluate the recorded exchanges of a run, without its target',
    load: async () => (await import('./conformance/cli/judge.ts')).judgeCommand(),
  },
  audit: {
    summary: 'judge a client from a journal of its traffic (HAR or NDJSON)',
    load: async () => (await import('./conformance/cli/audit.ts')).auditCommand(),
  },
  explain: {
    summary: 'show everything known about a rule, and a recorded trace',
    load: async () => (await import('./conformance/cli/explain.ts')).explainCommand(defective),
  },
  report: {
    summary: 'render the record of a run again, without its target',
    load: async () => (await import('./reports/command.ts')).reportCommand(),
  },
  watch: {
    summary: 'test a target again and again, and print only the changes',
    load: async () => (await import('./conformance/cli/watch.ts')).watchCommand({ program }),
  },
  health: {
    summary: 'show whether a simulator answers',
    load: async () => (await import('./simulator/cli/health-command.ts')).healthCommand(),
  },
  merge: {
    summary: 'join the reports of all shards of a run into one',
    load: async () => (await import('./conformance/cli/merge.ts')).mergeCommand(),
  },
  compare: {
    summary: 'compare two reports: what regressed, what is fixed, which readings differ',
    load: async () => (await import('./conformance/cli/compare.ts')).compareCommand(),
  },
  rules: {
    summary: 'list the rules of the contract',
    load: async () => (await import('./conformance/cli/rules.ts')).rulesCommand(defective),
  },
}

const version = (): string => {
  const manifest = fileURLToPath(import.meta.resolve('assay/package.json'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

const faultOfOurs = async (error: unknown): Promise<number> => {
  const { ownFault } = await import('./conformance/engine/own-faults.ts')
  const { code, message, exitCode } = ownFault(error, 'the command could not go on')
  process.stderr.write(`${code}: ${message}\n`)
  return exitCode
}

// A run that starts a simulator does so over a channel.
const started = { isOverChannel: process.connected, options: [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''] }
for (const flag of v8Flags(process.argv[2], started)) setFlagsFromString(flag)

// CI systems and containers set a variable to nothing where they mean that it is not given.
for (const [name, value] of Object.entries(process.env))
  if (name.startsWith('ASSAY_') && value === '') delete process.env[name]

// A reader that has gone away, such as `head` or a terminal that is closed, ends neither the work nor its exit code.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })

/** A fault that nothing caught ends the command; a call without an answer that nothing waits for is none. */
const onStray = async (error: unknown): Promise<void> => {
  const { Inconclusive } = await import('./conformance/evidence/inconclusive.ts')
  if (!(error instanceof Inconclusive)) process.exit(await faultOfOurs(error))
}
// A command that listens itself, as a run does, ends in its own way.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    if (process.listenerCount(event) === 1) void onStray(error)
  })

const exitCode = await runCommandLine(process.argv.slice(2), {
  subcommands,
  version,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  onFault: faultOfOurs,
})
if (exitCode !== undefined) process.exitCode = exitCode
