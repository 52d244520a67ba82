// `assay watch`: re-judges a deployment on a schedule and prints only what changed.
import { Command, InvalidArgumentError, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import { conformOptions } from './conform-flags.ts'
import { wholeNumber } from './option-values.ts'
import { argumentsOf } from './arguments.ts'
import { abortOnSignal } from './interrupt.ts'
import { duration } from '../watch/duration.ts'
import type { Program } from '../watch/judge-once.ts'
import { watch } from '../watch/watch.ts'

type Flags = { every: number; count?: number; reportDir: string }

const rounds = (text: string): number => {
  const count = wholeNumber(text)
  if (count === 0) throw new InvalidArgumentError('it must be 1 or more.')
  return count
}

const options = [
  new Option('--every <duration>', 'from the start of one round to the next: 30s, 15m, 6h')
    .env('ASSAY_EVERY')
    .argParser(duration)
    .makeOptionMandatory(),
  new Option('--count <rounds>', 'end after this number of rounds; without it, at a signal')
    .env('ASSAY_COUNT')
    .argParser(rounds),
  new Option('--report-dir <dir>', 'keeps latest/ and last-change/').env('ASSAY_REPORT_DIR').default('reports/watch'),
]

/** Those of `assay conform` that are handed on. */
const handedOn = conformOptions.filter(({ long, hidden }) => !hidden && !options.some((own) => own.long === long))

const helpOfThem = (command: Command): string => {
  const helper = command.createHelp()
  helper.prepareContext({ helpWidth: 100 })
  const width = Math.max(...handedOn.map((option) => helper.optionTerm(option).length))
  const rows = handedOn.map((option) =>
    helper.formatItem(helper.optionTerm(option), width, helper.optionDescription(option), helper),
  )
  return ['', 'Options of assay conform, handed on:', ...rows, '', 'The exit code is that of the last round.'].join(
    '\n',
  )
}

/** It sets the exit code of the process: that of the last round. */
export const watchCommand = ({ program }: { program: Program }): Command => {
  const command = new Command('assay watch').description(
    'Judges a target again and again, and prints only what changed; takes the options of `assay conform` too.',
  )
  for (const option of options) command.addOption(option)
  return command
    .addHelpText('after', () => helpOfThem(command))
    .usage('--every <duration> [options] [options of assay conform]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async ({ every, count, reportDir }: Flags, self: Command) => {
      const { own, simulator } = argumentsOf(self)
      const { signal, forget } = abortOnSignal('the round under way is ended')
      process.exitCode = await watch({
        program,
        conform: own,
        simulator,
        everyMs: every,
        count: count ?? null,
        directory: reportDir,
        signal,
        ...outputOf(self),
        now: () => new Date(),
      })
      forget()
    })
}
