// The arguments of a command that starts the embedded simulator: what stands after `--` is the simulator's.
import type { Command } from 'commander'

type Arguments = {
  own: string[]
  /** Options of the embedded simulator. */
  simulator: string[]
}

export const argumentsOf = (command: Command): Arguments => {
  const { args } = command
  const { rawArgs } = command as unknown as { rawArgs: readonly string[] }
  const mark = rawArgs.indexOf('--')
  const simulator = mark === -1 ? [] : rawArgs.slice(mark + 1)
  const own = args.slice(0, args.length - simulator.length)
  return { own: own.at(-1) === '--' ? own.slice(0, -1) : own, simulator }
}
