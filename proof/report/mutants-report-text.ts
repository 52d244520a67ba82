// Generated mutants for a terminal: rates by operator and by area, and each survivor with its place and its change.
import { detected, type MutantRate, type MutantRow, type MutantsReport } from './mutants-report.ts'

const percent = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)

const head = ['', 'mutants', 'killed', 'refused', 'blocked', 'endless', 'survived', 'classified', 'plain', 'meaningful']

const cells = (name: string, rate: MutantRate): string[] => {
  const { verdicts, of, plain, meaningful, equivalent, free, unreachable } = rate
  const { killed = 0, refused = 0, blocked = 0, endless = 0, late = 0 } = verdicts
  const classified = equivalent + free + unreachable
  const found = killed + refused + blocked + endless + late
  const open = of - found - classified - (verdicts['not-run'] ?? 0) - (verdicts.failed ?? 0)
  const counts = [of, killed, refused, blocked, endless + late, open, classified]
  return [name, ...counts.map(String), percent(plain), percent(meaningful)]
}

const table = (rows: readonly string[][]): string[] => {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  )
}

const verdictWords = ({ verdict, rule, by, during, reason }: MutantRow): string => {
  if (verdict === 'killed')
    return `killed by ${by}${during === null || during === by ? '' : ` during ${during}`} (${rule})`
  return reason === null ? verdict : `${verdict}: ${reason}`
}

/** Its id, its place, its change, and its verdict. */
export const mutantLines = (row: MutantRow): string[] => [
  `${row.id}  ${row.file}:${row.line}:${row.column}  ${row.in}  ${row.mutator}`,
  `             ${row.original}`,
  `           → ${row.replacement}`,
  `             ${verdictWords(row)}${row.under === null ? '' : `, under ${row.under}`}`,
  ...(row.classified
    ? [
        `             ${row.classified.as}${row.classified.freedom === null ? '' : ` (${row.classified.freedom})`}: ${row.classified.reason}`,
      ]
    : []),
]

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines])

const costLine = ({ cpu_ms, duration_ms, workers, mutants, clean }: MutantsReport): string => {
  const tried = mutants.filter(({ cost }) => cost.cpu_ms > 0)
  const mean = tried.length === 0 ? 0 : cpu_ms / 1000 / tried.length
  const seconds = (ms: number): string => (ms / 1000).toFixed(0)
  const record = clean.reduce((sum, run) => sum + run.cpu_ms, 0)
  return (
    `${seconds(cpu_ms)} CPU seconds for ${tried.length} trials, ${mean.toFixed(1)} in the mean; clean runs ${seconds(record)}; ` +
    `it took ${(duration_ms / 60_000).toFixed(1)} min with ${workers} workers`
  )
}

export const mutantsText = (report: MutantsReport): string => {
  const { rates, selection, mutants, stale, clean, seed } = report
  const open = mutants.filter(
    ({ verdict, classified }) => !detected.includes(verdict) && !classified && verdict !== 'not-run',
  )
  const notRun = mutants.filter(({ verdict }) => verdict === 'not-run').length
  const wrong = mutants.filter(({ verdict, classified }) => classified && detected.includes(verdict))
  const alarms = [...new Set(clean.flatMap(({ false_alarms }) => false_alarms))]
  return [
    `${selection.mutants} of ${selection.of} mutants (${selection.how}, seed ${seed})${notRun > 0 ? `, ${notRun} not run` : ''}: ` +
      `${percent(rates.all.plain)} killed, ${percent(rates.all.meaningful)} of those that are neither equivalent nor free`,
    costLine(report),
    '',
    ...table([
      head,
      cells('all', rates.all),
      ...Object.entries(rates.by_area).map(([name, rate]) => cells(name, rate)),
      ...Object.entries(rates.by_operator).map(([name, rate]) => cells(name, rate)),
    ]),
    '',
    'killed: a rule was violated. refused: at start or preflight. blocked: checks could not judge. endless: without end, or late.',
    ...section('Survivors that are not classified', open.flatMap(mutantLines)),
    ...section('Classified, but killed: remove the entry', wrong.flatMap(mutantLines)),
    ...section(
      'Entries that fit no mutant any more',
      stale.map((entry) => `  ${entry}`),
    ),
    ...section(
      'False alarms without a mutant',
      alarms.map((rule) => `  ${rule}`),
    ),
    '',
  ].join('\n')
}
