// A run in numbers, from its events alone: the last word on each rule counts.
import type {
  CauseFound,
  CheckFinished,
  Environment,
  Finding,
  PreflightFinding,
  PhaseSpent,
  Reading,
  RecordedCoverage,
  RecordedDelivery,
  RecordedExchange,
  RequestsPlanned,
  RuleJudged,
  RunEvent,
  RunFinished,
  RunStarted,
  VerdictName,
} from './run-record.ts'

export const verdictNames: readonly VerdictName[] = [
  'fail',
  'error',
  'inconclusive',
  'pass',
  'not-tested',
  'not-applicable',
]

export type Counts = Record<VerdictName, number>

export type Run = {
  started: RunStarted | null
  startedAt: string | null
  finished: RunFinished | null
  environment: Environment | null
  checks: CheckFinished[]
  planned: string[]
  rules: RuleJudged[]
  findings: Finding[]
  causes: CauseFound[]
  readings: Reading[]
  notes: string[]
  preflight: PreflightFinding[]
  /** What the run was to cost, once it was planned. */
  plan: RequestsPlanned | null
  phases: PhaseSpent[]
  coverage: RecordedCoverage | null
  exchanges: RecordedExchange[]
  deliveries: RecordedDelivery[]
}

export const emptyRun = (): Run => ({
  started: null,
  startedAt: null,
  finished: null,
  environment: null,
  checks: [],
  planned: [],
  rules: [],
  findings: [],
  causes: [],
  readings: [],
  notes: [],
  preflight: [],
  plan: null,
  phases: [],
  coverage: null,
  exchanges: [],
  deliveries: [],
})

/** Takes one more event into a run. */
export const absorb = (run: Run, event: RunEvent): void => {
  if (event.type === 'run-started') {
    run.started = event
    run.startedAt = event.at
    run.environment = event.environment
  } else if (event.type === 'exchange') run.exchanges.push(event.exchange)
  else if (event.type === 'delivery') run.deliveries.push(event.delivery)
  else if (event.type === 'finding') run.findings.push(event)
  else if (event.type === 'cause') run.causes.push(event)
  else if (event.type === 'reading') run.readings.push(event)
  else if (event.type === 'check-finished') run.checks.push(event)
  else if (event.type === 'checks-planned') run.planned = event.checks
  else if (event.type === 'requests-planned') run.plan = event
  else if (event.type === 'phase-spent') run.phases.push(event)
  else if (event.type === 'coverage') run.coverage = event.coverage
  else if (event.type === 'preflight') run.preflight.push(event)
  else if (event.type === 'note') run.notes.push(event.message)
  else if (event.type === 'run-finished') run.finished = event
  else if (event.type === 'rule-judged') {
    const index = run.rules.findIndex(({ rule }) => rule === event.rule)
    if (index === -1) run.rules.push(event)
    else run.rules[index] = event
  }
}

export const countVerdicts = (entries: readonly { verdict: VerdictName }[]): Counts => {
  const counts = Object.fromEntries(verdictNames.map((name) => [name, 0])) as Counts
  for (const { verdict } of entries) counts[verdict] += 1
  return counts
}

/** The phases with what was planned; with what was spent too once the run has ended. */
export const phasesOf = ({ plan, phases }: Run): Omit<PhaseSpent, 'type'>[] =>
  phases.length > 0
    ? phases.map(({ phase, planned, spent, ms }) => ({ phase, planned, spent, ms }))
    : (plan?.phases ?? []).map(({ phase, requests }) => ({ phase, planned: requests, spent: 0, ms: 0 }))

export const plannedRequests = ({ plan }: Run): number =>
  (plan?.phases ?? []).reduce((sum, { requests }) => sum + requests, 0)

/** How many rules share a reason for one verdict, the most common first. */
export const reasonsFor = (run: Run, verdict: VerdictName): [reason: string, rules: number][] => {
  const counts = new Map<string, number>()
  for (const rule of run.rules.filter((entry) => entry.verdict === verdict)) {
    const reason = rule.reason ?? 'no reason given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

const listed = (run: Run, verdict: VerdictName, most: number): string => {
  const reasons = reasonsFor(run, verdict)
  const shown = reasons.slice(0, most).map(([reason, rules]) => `${reason} (${rules})`)
  return reasons.length > most ? `${shown.join('; ')}; …` : shown.join('; ')
}

/** The first line of every report: what holds of what there is, what is broken, and what was not judged and why. */
export const firstLine = (run: Run): string => {
  const { finished } = run
  if (finished?.outcome === 'preflight-failed')
    return `Nothing was judged: ${finished.reason?.code}: ${finished.reason?.message}`
  const counts = countVerdicts(run.rules)
  const total = run.rules.length - counts['not-applicable']
  const parts = [
    `${counts.pass} of ${total} rules hold`,
    counts.fail === 0 ? 'none broken' : `${counts.fail} broken`,
    ...(counts.error > 0 ? [`${counts.error} not judged by our own fault`] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
  ]
  const untested =
    counts['not-tested'] > 0 ? `, ${counts['not-tested']} not tested: ${listed(run, 'not-tested', 3)}` : ''
  const cut = finished && finished.outcome !== 'complete' ? `${finished.outcome}: ` : ''
  return `${cut}${parts.join(', ')}${untested}`
}
