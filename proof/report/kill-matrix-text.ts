// The kill matrix for a terminal: the score, what survived, what never failed, what went red besides.
import type { Score } from '../../reports/matrix-figures.ts'
import type { DefectRow, KillMatrix } from './kill-matrix.ts'
import { byOperator } from './kill-matrix-tallies.ts'
import { times } from '../../reports/texts.ts'
import { peerLines } from './peer-scores.ts'

const percent = (killed: number, of: number): string => (of === 0 ? '–' : `${((100 * killed) / of).toFixed(1)} %`)

const scoreLine = (scores: readonly Score[]): string =>
  scores.map(({ budget, killed, of }) => `${budget === null ? 'no limit' : budget} ${percent(killed, of)}`).join('   ')

const wholeWords = ({ whole_suite }: DefectRow): string => {
  if (!whole_suite) return ''
  if (whole_suite.requests === null) return ', missed by the whole suite'
  return `, ${whole_suite.measured ? '' : 'at most '}${whole_suite.requests} of the whole suite`
}

const killed = (row: DefectRow): string => {
  const { kill } = row
  if (!kill) return ''
  const during = kill.during === null || kill.during === kill.by ? '' : ` during ${kill.during}`
  return `killed by ${kill.by}${during} after ${times(kill.requests, 'request')}${wholeWords(row)}`
}

/** One line for each defect, with what else went red below it. */
export const defectLines = (row: DefectRow): string[] => [
  `${row.verdict.padEnd(8)} ${row.id}  breaks ${row.breaks}${row.operator === undefined ? '' : ` (${row.operator})`}`,
  `           ${row.kill ? killed(row) : (row.reason ?? 'for no known reason')}`,
  ...row.collateral.rules.map(({ rule, because }) => `           also red: ${rule}${because ? '' : '  (unexplained)'}`),
]

/** The middle and the greatest of some numbers. */
const spread = (numbers: readonly number[]): string => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return `${sorted[Math.floor((sorted.length - 1) / 2)]} in the median, ${sorted.at(-1)} at worst`
}

const shortenedLines = (rows: readonly DefectRow[]): string[] => {
  const found = rows.flatMap(({ shortened }) => (shortened === null ? [] : [shortened]))
  if (found.length === 0) return []
  const [steps, requests] = [found.map((one) => one.steps), found.map((one) => one.requests)]
  return [
    `shortened plans of ${found.length} defects: ${spread(steps)} requests long; ${spread(requests)} to find and confirm`,
  ]
}

/** What it would take on two cores that do nothing else. */
const costLine = ({ cpu_ms, duration_ms, workers }: KillMatrix): string => {
  const minutes = (ms: number): string => (ms / 60_000).toFixed(1)
  return (
    `${Math.round(cpu_ms / 1000)} CPU seconds, so about ${minutes(cpu_ms / 2)} min on two idle cores; ` +
    `it took ${minutes(duration_ms)} min with ${workers} workers`
  )
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** One line each: how many of the defects that an operator built were killed. */
const operatorLines = (rows: readonly DefectRow[]): string[] =>
  byOperator(rows).map(
    ({ name, killed, of }) =>
      `${name.padEnd(10)} ${String(killed).padStart(4)} of ${String(of).padStart(4)}  ${percent(killed, of)}`,
  )

const notRunWords = (count = 0): string => (count === 0 ? '' : `, ${count} not run`)

const mostNames = 20

const namesOf = (rows: readonly DefectRow[]): string[] => [
  ...rows.slice(0, mostNames).map(({ id }) => id),
  ...(rows.length > mostNames ? [`and ${rows.length - mostNames} more, which matrix.json names`] : []),
]

export const unexplained = (rows: readonly DefectRow[]): string[] =>
  rows.flatMap(({ id, breaks, collateral }) =>
    collateral.rules.filter(({ because }) => because === null).map(({ rule }) => `${id} (${breaks}) → ${rule}`),
  )

/** Killed by the checks of its rule alone, and missed by a run of all of them, as a user starts it. */
export const isMissedWhole = ({ kill, whole_suite }: Pick<DefectRow, 'kill' | 'whole_suite'>): boolean =>
  kill !== null && whole_suite?.requests === null

/** Whether every defect that there is was asked for. */
export const isOfAll = ({ selection }: KillMatrix): boolean => selection.defects === selection.of

export const matrixText = (matrix: KillMatrix): string => {
  const { summary, scores, defects, selection, settled_by_rerun, vacuous, alone, gaps, estimate } = matrix
  const open = defects.filter(({ verdict }) => verdict === 'survived' || verdict === 'inconclusive')
  const notRun = defects.filter(({ verdict }) => verdict === 'not-run')
  const collateral = defects.filter(({ collateral: { rules } }) => rules.length > 0).length
  const measured = defects.filter(({ collateral: { scope } }) => scope === 'whole').length
  return [
    `${summary.killed} of ${defects.length} defects killed (${percent(summary.killed, defects.length)}), ` +
      `${summary.survived} survived, ${summary.inconclusive} inconclusive${notRunWords(summary.not_run)}; ` +
      `${selection.how}, ${selection.of} in all`,
    ...(settled_by_rerun.length > 0
      ? [`as they should be at the second look only: ${settled_by_rerun.join(', ')}`]
      : []),
    `requests          ${scoreLine(scores.whole_suite)}  (whole suite)`,
    ...(scores.random_plans.length > 0
      ? [`                  ${scoreLine(scores.random_plans)}  (random plans alone)`]
      : []),
    ...(estimate.compared > 0
      ? [
          `estimated, and measured for ${estimate.compared} pairs of defect and budget: ` +
            `${estimate.too_good} over-, ${estimate.too_bad} under-estimates`,
        ]
      : []),
    `red besides the violated rule: ${collateral} defects, ${unexplained(defects).length} pairs unexplained; ${measured} seen by the whole suite`,
    ...shortenedLines(defects),
    ...(alone && alone.length > 0
      ? [`${alone.length} checks come after others that kill the same; run alone, each fails for a defect too`]
      : []),
    costLine(matrix),
    ...(matrix.peers && isOfAll(matrix) ? peerLines(matrix.peers) : []),
    ...section('Killed, by mutation operator', operatorLines(defects)),
    ...section('Survived, or without a verdict', open.flatMap(defectLines)),
    ...section(
      'Killed by the checks of the rule alone, missed by the whole suite',
      namesOf(defects.filter(isMissedWhole)),
    ),
    ...section('Not run, as the run was interrupted', namesOf(notRun)),
    ...section('Checks that failed for no defect', vacuous ?? []),
    ...(gaps.length > 0 ? ['', `${gaps.length} testable rules have no defect; --list-gaps names them.`] : []),
    '',
  ].join('\n')
}
