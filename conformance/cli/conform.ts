// `assay conform`: its options and arguments, and the exit code of the process.
import { Command } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import { argumentsOf } from './arguments.ts'
import type { ConformOptions } from './run-conform.ts'
import { conformOptions, type Flags } from './conform-flags.ts'

/** The command, for the program that knows how to start the simulator; it sets the exit code of the process. */
export const conformCommand = (given: ConformOptions): Command => {
  const command = new Command('assay conform').description(
    'Judges a server against the contract; without a target, the embedded simulator. Options after -- go to it.',
  )
  for (const option of conformOptions) command.addOption(option)
  return command
    .argument('[profile]', 'the target profile, as --target')
    .argument('[simulator-options...]', 'options of the embedded simulator, after --')
    .action(async (_profile: unknown, _options: unknown, flags: Flags, self: Command) => {
      const { own, simulator } = argumentsOf(self)
      // What it loads is much: help, and a refusal of an option, need none of it.
      const [{ withProfile }, { conform }] = await Promise.all([import('./find-target.ts'), import('./run-conform.ts')])
      process.exitCode = await conform(withProfile(flags, own), simulator, given, outputOf(self))
    })
}
