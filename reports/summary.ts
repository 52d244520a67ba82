// A run in numbers, from its events alone: the last word on each rule counts.
import {
  verdictNames,
  type AcceptedBlock,
  type CauseFound,
  type CheckFinished,
  type Environment,
  type Finding,
  type FindingAgain,
  type Gated,
  type JudgedAgain,
  type PreflightFinding,
  type PhaseSpent,
  type Reading,
  type RecordedCoverage,
  type RecordedDelivery,
  type RecordedExchange,
  type RecordedLikeness,
  type RequestsPlanned,
  type RuleJudged,
  type RunEvent,
  type RunFinished,
  type RuleOutcome,
  type RulesListed,
  type RunStarted,
  type ShardResults,
  type VerdictName,
} from './run-record.ts'
import { reasonGroups, type ReasonGroup } from './reason-groups.ts'
import type { ActDone } from './company-acts.ts'
import { settledRules } from './roll-up.ts'

export { verdictNames }

type Counts = Record<VerdictName, number>

export type Run = {
  started: RunStarted | null
  startedAt: string | null
  finished: RunFinished | null
  environment: Environment | null
  checks: CheckFinished[]
  planned: string[]
  rules: RuleJudged[]
  /** Until the end of the run: every rule, with the results of each check and invariant so far. */
  listed: RulesListed['rules']
  results: Map<string, Map<string, RuleOutcome>>
  findings: Finding[]
  /** Those that are only counted. */
  again: FindingAgain[]
  causes: CauseFound[]
  /** Null where every violated rule fails the run. */
  gate: Gated | null
  readings: Reading[]
  /** Where the run is a part of one that several machines share. */
  shardResults: ShardResults | null
  /** What a run of --last-failed was to judge again; null in any other run. */
  judgedAgain: JudgedAgain | null
  notes: string[]
  preflight: PreflightFinding[]
  /** What the run was to cost, once it was planned. */
  plan: RequestsPlanned | null
  phases: PhaseSpent[]
  coverage: RecordedCoverage | null
  likeness: RecordedLikeness | null
  exchanges: RecordedExchange[]
  acts: ActDone[]
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
  listed: [],
  results: new Map(),
  findings: [],
  again: [],
  causes: [],
  gate: null,
  readings: [],
  shardResults: null,
  judgedAgain: null,
  notes: [],
  preflight: [],
  plan: null,
  phases: [],
  coverage: null,
  likeness: null,
  exchanges: [],
  acts: [],
  deliveries: [],
})

const hear = ({ results }: Run, by: string, outcome: RuleOutcome): void => {
  const sources = results.get(outcome.rule) ?? new Map<string, RuleOutcome>()
  results.set(outcome.rule, sources.set(by, outcome))
}

/** A run that ended before its verdicts were given has those that were reached by then. */
const end = (run: Run, event: RunFinished): void => {
  run.finished = event
  if (run.shardResults === null && run.rules.length < run.listed.length)
    run.rules = settledRules(run, run.started?.strict ?? true)
}

/** Where each rule stands in a list of verdicts: to look through it for each of a thousand rules takes a million steps. */
const places = new WeakMap<RuleJudged[], Map<string, number>>()

const judge = ({ rules }: Run, event: RuleJudged): void => {
  const known = places.get(rules) ?? new Map(rules.map(({ rule }, index) => [rule, index]))
  places.set(rules, known)
  const index = known.get(event.rule) ?? rules.length
  known.set(event.rule, index)
  rules[index] = event
}

/** Takes one more event into a run. */
export const absorb = (run: Run, event: RunEvent): void => {
  if (event.type === 'run-started') {
    run.started = event
    run.startedAt = event.at
    run.environment = event.environment
  } else if (event.type === 'exchange') run.exchanges.push(event.exchange)
  else if (event.type === 'company-act' && event.refused === undefined)
    run.acts.push({ after: run.exchanges.length, ...event })
  else if (event.type === 'delivery') run.deliveries.push(event.delivery)
  else if (event.type === 'finding') run.findings.push(event)
  else if (event.type === 'finding-again') run.again.push(event)
  else if (event.type === 'cause') run.causes.push(event)
  // Records of earlier versions say nothing of blocked rules.
  else if (event.type === 'gated')
    run.gate = { ...event, blocked: event.blocked ?? [], accepted_blocked: event.accepted_blocked ?? [] }
  else if (event.type === 'reading') run.readings.push(event)
  else if (event.type === 'shard-results') run.shardResults = event
  else if (event.type === 'check-finished') {
    run.checks.push(event)
    for (const outcome of event.outcomes ?? []) hear(run, event.check, outcome)
  } else if (event.type === 'rules-listed') run.listed = event.rules
  else if (event.type === 'invariants-so-far')
    for (const { invariant, ...outcome } of event.rows) hear(run, invariant, outcome)
  else if (event.type === 'checks-planned') run.planned = event.checks
  else if (event.type === 'requests-planned') run.plan = event
  else if (event.type === 'phase-spent') run.phases.push(event)
  else if (event.type === 'coverage') run.coverage = event.coverage
  else if (event.type === 'likeness') run.likeness = event.likeness
  else if (event.type === 'preflight') run.preflight.push(event)
  else if (event.type === 'judged-again') run.judgedAgain = event
  else if (event.type === 'note') run.notes.push(event.message)
  else if (event.type === 'run-finished') end(run, event)
  else if (event.type === 'rule-judged') judge(run, event)
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

/** The name of the phase in which failures are shortened and rerun, which no plan includes. */
export const rerunPhase = 'reruns'

/** What a run sent: as planned, and to try again what failed. */
export const spentRequests = (run: Run): { asked: number; reruns: number } => {
  const sum = (rows: readonly { spent: number }[]): number => rows.reduce((total, { spent }) => total + spent, 0)
  const [reruns, asked] = [true, false].map((is) => phasesOf(run).filter(({ phase }) => (phase === rerunPhase) === is))
  return { asked: sum(asked!), reruns: sum(reruns!) }
}

export const plannedRequests = ({ plan }: Run): number =>
  (plan?.phases ?? []).reduce((sum, { requests }) => sum + requests, 0)

/** Where the judged service or receiver is; null where the run names no place. */
export const addressJudged = ({ environment }: Pick<Run, 'environment'>): string | null =>
  environment?.receiver_url ?? environment?.sandbox_base_url ?? environment?.production_base_url ?? null

/** What makes the run a simulated target and no judgement of a deployment, in words; null where it is none. */
export const isSimulatedIn = ({ environment }: Run): string | null =>
  environment?.simulated_target ?? (environment?.embedded ? 'the embedded simulator' : null)

/** The share of the rules that apply of which nobody knows whether they hold, in whole per cent; 0 only for none. */
export const untestedPercent = ({ rules }: Run): number => {
  const counts = countVerdicts(rules)
  const applying = rules.length - counts['not-applicable']
  const judged = counts.pass + counts.fail + counts.arguable
  return judged === 0 ? 100 : Math.min(99, Math.ceil((100 * (applying - judged)) / applying))
}

/** Why rules have a verdict, the most common reason first. */
export const reasonsFor = ({ rules }: Pick<Run, 'rules'>, verdict: VerdictName): ReasonGroup[] =>
  reasonGroups(rules, [verdict])

const acceptedWords = ({
  expires,
  owner,
  reason,
  link,
}: Pick<AcceptedBlock, 'expires' | 'owner' | 'reason' | 'link'>) =>
  `accepted until ${expires}, ${owner} answers for it: ${reason} (${link})`

/** Why a rule that is blocked does not keep the run from green; null where it does. */
export const blockExcuseOf = ({ gate }: Pick<Run, 'gate'>, rule: string): string | null => {
  const accepted = gate?.accepted_blocked.find((one) => one.rule === rule)
  return accepted === undefined ? null : acceptedWords(accepted)
}

/** Why a violated rule does not fail the run; null where it does. */
export const excuseOf = ({ gate }: Pick<Run, 'gate'>, rule: string): string | null => {
  if (gate === null || gate.gating.includes(rule)) return null
  const accepted = gate.accepted.find((one) => one.rule === rule)
  if (accepted) return acceptedWords(accepted)
  if (gate.not_reproduced?.includes(rule)) return 'reruns never showed it again'
  return gate.reported_only.some((one) => one.rule === rule) ? `reported only, not in rule set ${gate.rule_set}` : null
}
