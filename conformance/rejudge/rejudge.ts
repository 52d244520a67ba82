// Today's invariants over the exchanges of a recorded run; the findings of its checks are kept, and what cannot be judged is reported.
import { reasonIn } from '../../reports/recorded-reason.ts'
import type { CauseFound, Finding, FindingAgain, RunEvent, VerdictName } from '../../reports/run-record.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { serviceRules } from '../contract/contract.ts'
import { createFindingCap } from '../engine/finding-cap.ts'
import { findingsIn } from '../engine/ledger.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { sightsIn } from '../evidence/exchange-facts.ts'
import { factsWith } from '../sut/intermediary.ts'
import { createInvariantChecker, invariants, invariantsByRule, type InvariantResult } from '../invariants/invariants.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createInvariantLedger } from '../verdict/invariant-ledger.ts'
import { ruleVerdicts, type RuleResult, type RuleVerdict } from '../verdict/rule-verdicts.ts'
import { carryCauses } from './carry-causes.ts'
import { restoreDelivery, restoreExchange } from './restore.ts'

export type Change = {
  rule: string
  was: VerdictName
  is: VerdictName
  /** The finding of an invariant, where the rule is violated now. */
  finding: Finding | null
}

export type Rejudged = {
  /** The recorded run. */
  before: Run
  verdicts: RuleVerdict[]
  changes: Change[]
  /** Violations that invariants find today, and those that checks found then. */
  findings: Finding[]
  /** Findings like these, which are only counted. */
  again: FindingAgain[]
  /** Of the record, for those findings that stand. */
  causes: CauseFound[]
  /** All that the verdicts are made from. */
  results: RuleResult[]
  /** Rules that invariants of today asserted. */
  judged: ReadonlySet<string>
  /** Checks whose verdicts are those of the record. */
  carried: string[]
  /** Invariants that a record cannot serve, with the reason. */
  unable: { judge: string; reason: string }[]
  /** Rules of today that the record does not know, and those it knows that are no more. */
  added: string[]
  gone: string[]
  exchanges: number
  deliveries: number
  /** Of which too little was kept. */
  skipped: number
}

const beyondRecord = new Map([
  ['invariant.no-secret', 'a record has its secrets masked'],
  ['invariant.signature-header', 'a record has its signatures masked'],
  ['invariant.delivery-signature', 'a record has its signatures masked'],
])

const masked = '•'

/** What is masked in the record may have been right. */
const isMasked = ({ passed, received }: Assertion): boolean =>
  !passed && (JSON.stringify(received) ?? '').includes(masked)

type Again = {
  judged: InvariantResult[]
  outlined: Set<string>
  exchanges: number
  deliveries: number
  skipped: number
}

/** Invariants do not count in reruns. */
const judgeAgain = (events: readonly RunEvent[]): Again => {
  const judge = createInvariantChecker(createSecrets())
  const again: Again = { judged: [], outlined: new Set(), exchanges: 0, deliveries: 0, skipped: 0 }
  const take = (found: InvariantResult[] | null): void => {
    if (found === null) return void (again.skipped += 1)
    for (const { invariant: id, assertions } of found) {
      if (beyondRecord.has(id)) continue
      for (const assertion of assertions) if (isMasked(assertion)) again.outlined.add(`${id} ${assertion.rule}`)
      again.judged.push({ invariant: id, assertions: assertions.filter((assertion) => !isMasked(assertion)) })
    }
  }
  let trying = false
  for (const event of events) {
    if (event.type === 'phase') trying = event.phase === 'reruns'
    if (trying) continue
    if (event.type === 'exchange') {
      again.exchanges += 1
      const exchange = restoreExchange(event.exchange)
      take(exchange && judge.exchange(exchange))
    } else if (event.type === 'delivery') {
      again.deliveries += 1
      const delivery = restoreDelivery(event.delivery)
      take(delivery && judge.delivery(delivery))
    }
  }
  return again
}

const isInvariant = (source: string): boolean => source.startsWith('invariant.')

/** The results in the record: of checks, and of invariants that cannot run again. */
const carriedFrom = (before: Run, outlined: ReadonlySet<string>): RuleResult[] => {
  const known = new Set(invariants().map(({ id }) => id))
  const silent = (source: string, rule: string): boolean =>
    !isInvariant(source) || !known.has(source) || beyondRecord.has(source) || outlined.has(`${source} ${rule}`)
  const shown = [...before.results].flatMap(([rule, sources]) =>
    [...sources].filter(([source]) => silent(source, rule)).map(([source, outcome]) => ({ ...outcome, source })),
  )
  // What was left out has its reason in the verdict alone.
  const resultsFor = new Set(shown.map(({ rule }) => rule))
  const rest = before.rules.filter(
    ({ rule, checks }) => !resultsFor.has(rule) && checks.some((one) => !isInvariant(one)),
  )
  return [
    ...shown,
    ...rest
      .filter(({ verdict }) => verdict !== 'not-applicable' && (verdict !== 'pass' || before.results.size === 0))
      .map((judged) => ({
        rule: judged.rule,
        // Whether it is only arguable is to be said again.
        verdict: judged.verdict === 'arguable' ? ('fail' as const) : judged.verdict,
        ...reasonIn(judged),
        requests: judged.requests,
        compared: judged.evidence,
        source: judged.checks.find((one) => !isInvariant(one))!,
      })),
  ]
}

/** Those to be kept, and what is counted beyond them. */
const counting = (all: readonly Finding[]): { findings: Finding[]; counted: FindingAgain[] } => {
  const likeOf = createFindingCap()
  const findings: Finding[] = []
  const counted: FindingAgain[] = []
  for (const finding of all) {
    const like = likeOf(finding)
    if (like === null) findings.push(finding)
    else counted.push({ like, requests: finding.requests })
  }
  return { findings, counted }
}

export const rejudge = (events: readonly RunEvent[], isStrict = true): Rejudged => {
  const before = emptyRun()
  for (const event of events) absorb(before, event)
  const again = judgeAgain(events)
  const ledger = createInvariantLedger()
  ledger.add(again.judged)
  const results = ledger.results()
  const carried = carriedFrom(before, again.outlined)
  const all = [...results, ...carried]
  const verdicts = ruleVerdicts(serviceRules(), all, invariantsByRule(), isStrict)
  const shown = new Set(
    carried.filter(({ source }) => isInvariant(source)).map(({ source, rule }) => `${source} ${rule}`),
  )
  const stands = ({ check, rule }: Finding): boolean => !isInvariant(check) || shown.has(`${check} ${rule}`)
  const { findings, counted } = counting([
    ...before.findings.filter(stands),
    ...findingsIn(again.judged, sightsIn(before.exchanges, factsWith)),
  ])
  const places = new Map(before.findings.filter(stands).map((finding, position) => [finding, position]))
  const countedBefore = before.again.flatMap(({ like, requests }): FindingAgain[] => {
    const position = places.get(before.findings[like]!)
    return position === undefined ? [] : [{ like: position, requests }]
  })
  const recorded = new Map(before.rules.map(({ rule, verdict }) => [rule, verdict]))
  const changes = verdicts.flatMap(({ rule, verdict }): Change[] => {
    const was = recorded.get(rule)
    if (was === undefined || was === verdict) return []
    return [{ rule, was, is: verdict, finding: findings.findLast((one) => one.rule === rule) ?? null }]
  })
  return {
    before,
    verdicts,
    changes,
    findings,
    again: [...countedBefore, ...counted],
    causes: carryCauses(before, findings),
    results: all,
    judged: new Set(results.map(({ rule }) => rule)),
    carried: before.checks.map(({ check }) => check),
    unable: [...beyondRecord].map(([invariant, reason]) => ({ judge: invariant, reason })),
    added: verdicts.map(({ rule }) => rule).filter((rule) => !recorded.has(rule)),
    gone: [...recorded.keys()].filter((rule) => !verdicts.some((one) => one.rule === rule)),
    exchanges: again.exchanges,
    deliveries: again.deliveries,
    skipped: again.skipped,
  }
}
