// `assay compare A B`: what changed from one report to another, and an exit code for regressions.
import { Command, Option } from 'commander'
import { compareReports } from '../../reports/compare.ts'
import { comparisonMarkdown } from '../../reports/compare-markdown.ts'
import { comparisonText } from '../../reports/compare-text.ts'
import { outputOf, type Output } from '../../reports/output-of.ts'
import type { Comparison, ComparedReport } from '../../reports/comparison.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { freedoms } from '../contract/contract.ts'
import { readReport } from '../compare/read-report.ts'

type Format = 'text' | 'json' | 'markdown'
type Flags = { format: Format; strict?: boolean }

const render: Record<Format, (comparison: Comparison) => string> = {
  text: comparisonText,
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
  markdown: comparisonMarkdown,
}

const requireJudged = (name: string, { rules, line }: ComparedReport): void => {
  if (rules.length > 0) return
  throw new CodedError(
    'nothing_judged',
    `${name} judged no rule (${line}), so that it cannot be compared; give a run that came to its verdicts.`,
    exitCodes.couldNotJudge,
  )
}

const conclude = (comparison: Comparison, strict: boolean, { err }: Output): number => {
  const { regressions, no_longer_tested, b } = comparison
  if (regressions > 0 || (strict && no_longer_tested.length > 0)) return exitCodes.ruleBroken
  if (b.outcome === 'complete') return exitCodes.nothingBroken
  err(
    `run_not_complete: the second run ended ${b.outcome}, so that rules it did not reach may have regressed; run it again.\n`,
  )
  return exitCodes.couldNotJudge
}

const run = (a: string, b: string, { format, strict = false }: Flags, output: Output): number => {
  const [one, other] = [readReport(a), readReport(b)]
  requireJudged(a, one)
  requireJudged(b, other)
  const comparison = compareReports(one, other, freedoms())
  output.out(render[format](comparison))
  return conclude(comparison, strict, output)
}

/** It sets the exit code of the process: 1 for a regression, 2 where the two cannot be compared. */
export const compareCommand = (): Command =>
  new Command('assay compare')
    .description(
      'Compares two reports, from A to B: what regressed, what is fixed, what is no longer tested, which readings differ.',
    )
    .argument('<a>', 'a report.json, or its directory: the run before, or the one deployment')
    .argument('<b>', 'the run after, or the other deployment')
    .addOption(new Option('--format <name>', 'how it is written').choices(Object.keys(render)).default('text'))
    .addOption(new Option('--strict', 'exit code 1 for rules no longer tested, too'))
    .allowExcessArguments(false)
    .action((a: string, b: string, flags: Flags, self: Command) => {
      process.exitCode = run(a, b, flags, outputOf(self))
    })
