// What an older assay wrote, in the names of today: records and kill matrices of version 1, and reports of the same time.
import { matrixVersion } from './matrix-figures.ts'
import { recordVersion } from './run-record.ts'

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const scenarios: Readonly<Record<string, string>> = {
  'order-tour': 'order-walk',
  'grand-tour': 'grand-walk',
  'production-tour': 'production-walk',
}

const sources: Readonly<Record<string, string>> = { lifeline: 'liveness', 'second-tries': 'reruns' }

const lookUp = (names: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(names, name) ? names[name]! : name

const scenario = (name: unknown): unknown => (typeof name === 'string' ? lookUp(scenarios, name) : name)

/** Who sent a request, saw a reading or asked for a scenario; a phase of the run, too. */
const source = (name: unknown): unknown => {
  if (typeof name !== 'string') return name
  return name.startsWith('journey.') ? `scenario.${lookUp(scenarios, name.slice(8))}` : lookUp(sources, name)
}

/** A field under its new name; what stands under the new name already is kept. */
const renamed = (row: Row, before: string, now: string): Row => {
  if (!Object.hasOwn(row, before)) return row
  const isThere = Object.hasOwn(row, now)
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name === before ? (isThere ? [] : [[now, value]]) : [[name, value]],
    ),
  )
}

const within = (row: Row, field: string, change: (value: unknown) => unknown): Row =>
  Object.hasOwn(row, field) ? { ...row, [field]: change(row[field]) } : row

const each =
  (change: (row: Row) => Row) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map((row: unknown) => (isRow(row) ? change(row) : row)) : value

const inRow =
  (change: (row: Row) => Row) =>
  (value: unknown): unknown =>
    isRow(value) ? change(value) : value

const ofSource = inRow((row) => within(row, 'source', source))
const ofEnvironment = inRow((row) => renamed(row, 'rehearsal', 'simulated_target'))
const withResults = (row: Row): Row => renamed(row, 'spoken', 'results')

const events: Readonly<Record<string, (event: Row) => Row>> = {
  'run-started': (event) => within({ ...event, version: recordVersion }, 'environment', ofEnvironment),
  exchange: (event) => within(event, 'exchange', ofSource),
  reading: (event) => within(event, 'check', source),
  phase: (event) => within(event, 'phase', source),
  'phase-spent': (event) => within(event, 'phase', source),
  'journey-shared': (event) => ({
    ...within(within(renamed(event, 'journey', 'scenario'), 'scenario', scenario), 'by', source),
    type: 'scenario-shared',
  }),
  'judges-so-far': (event) => ({
    ...within(
      event,
      'rows',
      each((row) => renamed(row, 'judge', 'invariant')),
    ),
    type: 'invariants-so-far',
  }),
  'shard-said': (event) => ({ ...withResults(event), type: 'shard-results' }),
}

/** An event of a record of version 1; what is none is left as it is. */
export const renewedEvent = (event: unknown): unknown => {
  if (!isRow(event)) return event
  const { type } = event
  return typeof type === 'string' && Object.hasOwn(events, type) ? events[type]!(event) : event
}

const ofExchanges = inRow((row) => Object.fromEntries(Object.entries(row).map(([id, one]) => [id, ofSource(one)])))

const reportParts: Readonly<Record<string, (value: unknown) => unknown>> = {
  environment: ofEnvironment,
  shard: inRow(withResults),
  phases: each((row) => within(row, 'phase', source)),
  readings: each((row) => within(row, 'check', source)),
  exchanges: ofExchanges,
}

/** A report.json of any date. */
export const renewedReport = (report: Record<string, unknown>): Record<string, unknown> =>
  Object.entries(reportParts).reduce(
    (row, [field, change]) => within(row, field, change),
    renamed(report, 'rehearsal', 'simulated_target'),
  )

const verdict = (name: unknown): unknown => (name === 'unjudged' ? 'inconclusive' : name)

/** How an order was led to a violation, in what a run of the matrix has to say. */
const ofRun = (row: Row): Row => renamed(row, 'way', 'reproducer')
const ofExamination = inRow((row) => within(row, 'stages', each(ofRun)))

const ofEvidence = inRow((row) =>
  within(
    within(
      row,
      'references',
      each((one) => within(one, 'run', inRow(ofRun))),
    ),
    'looks',
    each((look) => within(within(look, 'first', ofExamination), 'second', ofExamination)),
  ),
)

const ofPart = inRow((row) => within(row, 'evidence', ofEvidence))

/** A matrix.json of version 1 or 2; what is none is left as it is. */
export const renewedMatrix = (matrix: unknown): unknown => {
  if (!isRow(matrix)) return matrix
  const { version } = matrix
  if (version !== 1 && version !== 2) return matrix
  const ofDefect = (row: Row): Row => within(row, 'kill', inRow(ofRun))
  const defects = each((row) => ofDefect(version === 1 ? within(row, 'verdict', verdict) : row))
  const summary = inRow((row) => (version === 1 ? renamed(row, 'unjudged', 'inconclusive') : row))
  const parts: Readonly<Record<string, (value: unknown) => unknown>> = { defects, summary, shard: ofPart }
  return Object.entries(parts).reduce(
    (row, [field, change]) => within(row, field, change),
    renamed({ ...matrix, version: matrixVersion }, 'second_looks', 'settled_by_rerun'),
  )
}
