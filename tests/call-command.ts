// A command called in this process, as the program calls it: what it prints and its exit code come back.
import type { Command } from 'commander'
import { runCommandLine } from '../conformance/cli/command-line.ts'
import { exitCodes } from '../conformance/contract/coded-error.ts'

export type Called = { code: number; out: string; err: string; output: string }

export type Surroundings = { cwd?: string; env?: Record<string, string> }

/** Sets what belongs to the whole process, and gives what sets it back. */
const enter = ({ cwd, env = {} }: Surroundings): (() => void) => {
  const before = { cwd: process.cwd(), exitCode: process.exitCode, env: { ...process.env } }
  Object.assign(process.env, env)
  process.exitCode = undefined
  if (cwd !== undefined) process.chdir(cwd)
  return () => {
    for (const name of Object.keys(env)) {
      const value = before.env[name]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    process.exitCode = before.exitCode
    process.chdir(before.cwd)
  }
}

const call = async (command: Command, args: readonly string[], { cwd, env }: Surroundings): Promise<Called> => {
  const said = { out: '', err: '', output: '' }
  const hear = (name: 'out' | 'err') => (text: string) => {
    said[name] += text
    said.output += text
  }
  const leave = enter({ cwd, env: { CI: 'false', ...env } })
  try {
    const code = await runCommandLine(['it', ...args], {
      subcommands: { it: { summary: '', load: async () => command } },
      version: () => '',
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
export const callCommand = (command: Command, args: readonly string[], given: Surroundings = {}): Promise<Called> => {
  const called = last.then(() => call(command, args, given))
  last = called.catch(() => undefined)
  return called
}
