// A comparison for the terminal: what the two runs do not share comes first, then what changed, and the footprint last.
import type { ComparedRule, Comparison, Figure } from './comparison.ts'
import { counted, plainly, shortly, times } from './texts.ts'

const most = 40
const mostReasons = 8

const capped = (rows: readonly string[][]): string[] => [
  ...rows.slice(0, most).flat(),
  ...(rows.length > most ? [`  … and ${counted(rows.length - most)} more: see --format json`] : []),
]

const section = (title: string, rows: readonly string[][]): string[] =>
  rows.length === 0 ? [] : ['', `${title} (${counted(rows.length)})`, ...capped(rows)]

const ruleLines = ({ rule, text }: ComparedRule, ...more: string[]): string[] => [
  `  ${rule}`,
  `      ${text}`,
  ...more.map((line) => `      ${line}`),
]

const verdictWords = (verdict: string): string => (verdict === 'absent' ? 'no such rule' : verdict)

const regressedRows = ({ regressed }: Comparison): string[][] =>
  regressed.map((row) =>
    ruleLines(
      row,
      `was: ${verdictWords(row.before)}; found by ${row.checks.join(', ') || 'no one check'}${row.excuse ? `; ${row.excuse}` : ''}`,
    ),
  )

const stillViolatedRows = ({ still_violated }: Comparison): string[][] =>
  still_violated.map(({ rule, checks: { a, b } }) => {
    const more = b.filter((check) => !a.includes(check))
    return [`  ${rule}${more.length > 0 ? `  now found by ${more.join(', ')} too` : ''}`]
  })

/** Hundreds may share one reason. */
const noLongerTestedRows = ({ no_longer_tested }: Comparison): string[][] => {
  const groups = new Map<string, string[]>()
  for (const { rule, before, reason } of no_longer_tested) {
    const why = shortly(reason ?? 'no reason given')
    groups.set(why, [
      ...(groups.get(why) ?? []),
      before === 'pass' ? rule : `${rule} (was ${before === 'fail' ? 'violated' : 'arguable'})`,
    ])
  }
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([why, rules]) => [
      `  ${String(rules.length).padStart(4)}  ${why}`,
      ...rules.slice(0, mostReasons).map((rule) => `        ${rule}`),
      ...(rules.length > mostReasons ? [`        … and ${counted(rules.length - mostReasons)} more`] : []),
    ])
}

const readings = (comparison: Comparison): string[][] =>
  comparison.readings.map(({ freedom, question, a, b, handle }) => [
    `  ${freedom}: ${question ?? ''}`,
    `      ${a.map(({ reading }) => reading).join(', ')} → ${b.map(({ reading }) => reading).join(', ')}`,
    `      ${handle}`,
  ])

const shown = ({ what }: Figure, value: number | null): string => {
  if (value === null) return 'unknown'
  return what === 'duration_ms' ? `${(value / 1000).toFixed(1)} s` : String(value)
}

export const figureWords = (figure: Figure): { what: string; a: string; b: string } => ({
  what:
    figure.what === 'duration_ms' ? 'duration' : figure.what + (figure.of === undefined ? '' : ` (of ${figure.of})`),
  a: shown(figure, figure.a),
  b: shown(figure, figure.b),
})

const figures = ({ footprint }: Comparison): string[] =>
  footprint.map(figureWords).map(({ what, a, b }) => `  ${what.padEnd(28)} ${a}${a === b ? '' : ` → ${b}`}`)

/** The comparison in one sentence. */
export const comparisonLine = (comparison: Comparison): string => {
  const {
    regressed,
    regressions,
    fixed,
    still_violated,
    arguable,
    no_longer_tested,
    newly_tested,
    readings: read,
  } = comparison
  const excused = regressed.length - regressions
  return [
    `${regressed.length} regressed${excused > 0 ? ` (${excused} of them accepted or reported only)` : ''}`,
    `${fixed.length} fixed`,
    `${still_violated.length} still violated`,
    ...(arguable.length > 0 ? [`${arguable.length} newly arguable`] : []),
    `${no_longer_tested.length} no longer tested`,
    `${newly_tested.length} newly tested`,
    `${read.length} ${read.length === 1 ? 'reading' : 'readings'} ${comparison.same_target ? 'changed' : 'different'}`,
  ].join(', ')
}

export const readingsTitle = ({ same_target }: Comparison): string =>
  same_target ? 'Readings that changed' : 'Where the two differ'

const noLongerSection = (comparison: Comparison): string[] => {
  const count = comparison.no_longer_tested.length
  return count === 0 ? [] : ['', `No longer tested (${counted(count)})`, ...capped(noLongerTestedRows(comparison))]
}

export const comparisonText = (comparison: Comparison): string => {
  const { a, b, differences, fixed, newly_tested, readings_seen_once: once } = comparison
  return [
    comparisonLine(comparison),
    '',
    `A  ${a.started_at ?? ''}  ${a.target}`,
    `   ${shortly(a.line, 300)}`,
    `B  ${b.started_at ?? ''}  ${b.target}`,
    `   ${shortly(b.line, 300)}`,
    '',
    differences.length === 0 ? 'The two runs have the same settings.' : 'Run settings differ',
    ...differences.map(({ what, a: one, b: other }) => `  ${what.padEnd(12)} ${one} → ${other}`),
    ...section('Regressed', regressedRows(comparison)),
    ...section(
      'Fixed',
      fixed.map((row) => ruleLines(row)),
    ),
    ...section('Still violated', stillViolatedRows(comparison)),
    ...section(
      'Newly arguable',
      comparison.arguable.map((row) =>
        ruleLines(row, `was: ${verdictWords(row.before)}`, ...(row.counter === null ? [] : [`but: ${row.counter}`])),
      ),
    ),
    ...noLongerSection(comparison),
    ...section(
      'Newly tested',
      newly_tested.map(({ rule, before }) => [`  ${rule}  was: ${verdictWords(before)}`]),
    ),
    ...section(readingsTitle(comparison), readings(comparison)),
    ...(once.length > 0
      ? [
          '',
          `${times(once.length, 'more reading')} ${once.length === 1 ? 'was' : 'were'} seen in one of the two runs only: see --format json`,
        ]
      : []),
    '',
    'Footprint',
    ...figures(comparison),
    '',
  ]
    .map(plainly)
    .join('\n')
}
