// What a watch says of one round: the difference to the round before, or that there is none.
import { comparisonLine } from '../../reports/compare-text.ts'
import type { Comparison, ComparedReport } from '../../reports/comparison.ts'
import { shortly } from '../../reports/texts.ts'

const most = 20

const rows = (what: string, lines: readonly string[]): string[] => [
  ...lines.slice(0, most).map((line) => `  ${what.padEnd(17)} ${shortly(line, 300)}`),
  ...(lines.length > most ? [`  ${what.padEnd(17)} … and ${lines.length - most} more`] : []),
]

export const isChange = ({
  regressed,
  fixed,
  arguable,
  no_longer_tested,
  newly_tested,
  readings,
}: Comparison): boolean =>
  [regressed, fixed, arguable, no_longer_tested, newly_tested, readings].some((list) => list.length > 0)

const namesOf = (readings: Comparison['readings'][number]['a']): string =>
  readings.map(({ reading }) => reading).join(', ')

/** One line where nothing changed. */
export const changeLines = (comparison: Comparison, { line }: Pick<ComparedReport, 'line'>): string[] => {
  if (!isChange(comparison)) return [`nothing changed: ${shortly(line, 300)}`]
  const { regressed, fixed, arguable, no_longer_tested, newly_tested, readings } = comparison
  return [
    `changed: ${comparisonLine(comparison)}`,
    ...rows(
      'regressed',
      regressed.map(({ rule, text, checks, excuse }) => {
        const found = checks.length > 0 ? ` (found by ${checks.join(', ')})` : ''
        return `${rule}: ${text}${found}${excuse === null ? '' : `; ${excuse}`}`
      }),
    ),
    ...rows(
      'fixed',
      fixed.map(({ rule, text }) => `${rule}: ${text}`),
    ),
    ...rows(
      'newly arguable',
      arguable.map(({ rule, text }) => `${rule}: ${text}`),
    ),
    ...rows(
      'no longer tested',
      no_longer_tested.map(({ rule, reason }) => `${rule}: ${reason ?? 'no reason given'}`),
    ),
    ...rows(
      'newly tested',
      newly_tested.map(({ rule }) => rule),
    ),
    ...rows(
      'reading',
      readings.map(({ freedom, a, b }) => `${freedom}: ${namesOf(a)} → ${namesOf(b)}`),
    ),
  ]
}
