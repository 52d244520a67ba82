// Runs a command of assay in this process, as `assay` does: what it writes, and the exit code.
import { runCommandLine, type Subcommand } from '../conformance/cli/command-line.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { initCommand } from '../conformance/cli/init.ts'
import { replayCommand } from '../conformance/cli/replay.ts'
import { watchCommand } from '../conformance/cli/watch.ts'
import { simulateCommand } from '../simulator/command.ts'
import { assay } from './places.ts'

const program = { command: process.execPath, args: [assay] }
const embedded = { ...program, args: [assay, 'simulate'] }

const subcommands: Record<string, Subcommand> = {
  simulate: { summary: 'start', load: async () => simulateCommand() },
  conform: { summary: 'judge', load: async () => conformCommand({ embedded }) },
  replay: { summary: 'replay', load: async () => replayCommand({ embedded }) },
  init: { summary: 'write a profile', load: async () => initCommand({ ask: null }) },
  watch: { summary: 'watch', load: async () => watchCommand({ program }) },
}

export type Ran = { code: number; output: string }

type Write = typeof process.stdout.write

/** `env`: what is set, or unset where undefined, while it runs. No CI variable is set unless given. */
export const runCommand = async (
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<Ran> => {
  const set: Record<string, string | undefined> = { CI: 'false', ...env }
  const before = Object.fromEntries(Object.keys(set).map((name) => [name, process.env[name]]))
  const apply = (values: Record<string, string | undefined>): void => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
  let output = ''
  const collect = (text: string): void => void (output += text)
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write)
  for (const stream of streams) stream.write = ((text: string) => (collect(String(text)), true)) as Write
  apply(set)
  try {
    const code = await runCommandLine(args, {
      subcommands,
      version: () => '1.2.3',
      write: collect,
      writeError: collect,
      onFault: async (error) => {
        throw error
      },
    })
    return { code: code ?? Number(process.exitCode ?? 0), output }
  } finally {
    apply(before)
    process.exitCode = 0
    streams.forEach((stream, index) => (stream.write = writes[index]!))
  }
}
