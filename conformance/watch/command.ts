// `assay watch`: re-judges a deployment on a schedule and prints only what changed.
import { Command, InvalidArgumentError, Option } from 'commander'
import { wholeNumber } from '../run/option-values.ts'
import { abortOnSignal } from '../run/interrupt.ts'
import { duration } from './duration.ts'
import type { Program } from './judge-once.ts'
import { watch } from './watch.ts'

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
  new Option('--count <rounds>', 'end after so many rounds; without it, at a signal')
    .env('ASSAY_COUNT')
    .argParser(rounds),
  new Option('--report-dir <dir>', 'keeps latest/ and last-change/').env('ASSAY_REPORT_DIR').default('reports/watch'),
]

/** Unknown options are those of `assay conform`; what stands after `--` is the embedded simulator's. */
const splitArguments = (args: readonly string[], all: readonly string[]) => {
  const mark = all.indexOf('--')
  const simulator = mark === -1 ? [] : all.slice(mark + 1)
  const conform = args.slice(0, args.length - simulator.length)
  return { simulator, conform: conform.at(-1) === '--' ? conform.slice(0, -1) : conform }
}

/** It sets the exit code of the process: that of the last round. */
export const watchCommand = ({ program }: { program: Program }): Command => {
  const command = new Command('assay watch').description(
    'Judges a target again and again, and prints only what changed; takes the options of `assay conform` too.',
  )
  for (const option of options) command.addOption(option)
  return command
    .usage('--every <duration> [options] [options of assay conform]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async ({ every, count, reportDir }: Flags, self: Command) => {
      const { signal, forget } = abortOnSignal('the round under way is ended')
      process.exitCode = await watch({
        program,
        ...splitArguments(self.args, process.argv),
        everyMs: every,
        count: count ?? null,
        directory: reportDir,
        signal,
        write: (text) => process.stdout.write(text),
        now: () => new Date(),
      })
      forget()
    })
}
