// Two reports side by side: what regressed, what is fixed, what is no longer tested, which readings differ; pure.
import { compareReadings } from './compare-readings.ts'
import type { Before, ComparedFreedom, ComparedReport, ComparedRule, Comparison, Figure } from './comparison.ts'
import { isJudged } from './judged-again.ts'
import { addressJudged } from './summary.ts'
import { andMore, textOf } from './texts.ts'

type Rule = ComparedReport['rules'][number]

/** Whether it did what it does now, and only its name changes with --strict. */
const didSo = (verdict: Before): boolean => verdict === 'fail' || verdict === 'arguable'

const baseOf = (report: ComparedReport): string => addressJudged(report) ?? 'no target'

const targetOf = (report: ComparedReport): string =>
  report.environment?.embedded ? `${baseOf(report)} (simulated target: the embedded simulator)` : baseOf(report)

/** An embedded simulator has another port in every run. */
const sameTarget = (a: ComparedReport, b: ComparedReport): boolean =>
  a.environment?.embedded && b.environment?.embedded
    ? true
    : baseOf(a) === baseOf(b) && a.environment?.embedded === b.environment?.embedded

const differences = (a: ComparedReport, b: ComparedReport): Comparison['differences'] => {
  const shown = (value: unknown): string => (value === null || value === undefined ? 'none' : textOf(value))
  const facts: [string, (report: ComparedReport) => unknown][] = [
    ['suite', ({ suite }) => suite?.version],
    ['contract', ({ suite }) => suite?.contract],
    ['strict', ({ strict }) => (strict === undefined ? undefined : strict ? 'yes' : 'no')],
    ['rule set', ({ gate }) => gate?.rule_set],
    ...(sameTarget(a, b) ? [] : [['target', targetOf] as [string, (report: ComparedReport) => unknown]]),
    ['environment', ({ environment }) => environment?.environment],
    ['roles', ({ environment }) => environment?.roles.toSorted().join(', ')],
    ['control port', ({ environment }) => (environment?.control ? 'yes' : 'no')],
    ['seed', ({ seed }) => seed],
    ['budget', ({ budget }) => budget],
    ['shuffled', ({ shuffled }) => (shuffled ? 'yes' : 'no')],
    ['checks run', ({ checks }) => checks.length],
    ['outcome', ({ outcome }) => outcome],
  ]
  return facts.map(([what, of]) => ({ what, a: shown(of(a)), b: shown(of(b)) })).filter((row) => row.a !== row.b)
}

const checksOf = ({ findings }: ComparedReport, rule: string): string[] =>
  [...new Set(findings.filter((finding) => finding.rule === rule).map(({ check }) => check))].toSorted()

/** The checks that found a rule violated, or sent what an invariant found it in, and did not run this time. */
const notAgain = (a: ComparedReport, b: ComparedReport, rule: string): string[] => {
  const [ran, before] = [b, a].map(({ checks }) => new Set(checks.map(({ id }) => id)))
  const showed = a.findings
    .filter((finding) => finding.rule === rule)
    .flatMap(({ check, requests = [] }) => [check, ...requests.map((id) => a.exchanges?.[id]?.source ?? '')])
  return [...new Set(showed)].filter((id) => before!.has(id) && !ran!.has(id)).toSorted()
}

/** Why a violated rule of a report does not fail it. */
const excuseOf = ({ gate }: ComparedReport, rule: string): string | null => {
  if (!gate || gate.gating.includes(rule)) return null
  const accepted = gate.accepted.find((entry) => entry.rule === rule)
  if (accepted) return `accepted until ${accepted.expires}, ${accepted.owner}`
  return gate.reported_only.some((entry) => entry.rule === rule)
    ? `reported only, not in rule set ${gate.rule_set}`
    : null
}

type Pair = { before: Rule | undefined; now: Rule | undefined; shown: ComparedRule; was: Before; is: Before }

const pairsOf = (a: ComparedReport, b: ComparedReport): Pair[] => {
  const [inA, inB] = [a, b].map(({ rules }) => new Map(rules.map((rule) => [rule.id, rule])))
  return [...new Set([...inB!.keys(), ...inA!.keys()])].map((id) => {
    const [before, now] = [inA!.get(id), inB!.get(id)]
    const { source, text } = (now ?? before)!
    return {
      before,
      now,
      shown: { rule: id, source, text },
      was: before?.verdict ?? 'absent',
      is: now?.verdict ?? 'absent',
    }
  })
}

const shares = [
  'operations',
  'answers',
  'statuses',
  'transitions',
  'pairs',
  'illegal_cells',
  'events_in_feed',
  'events_delivered',
  'specimens',
  'error_codes',
] as const

const footprint = (a: ComparedReport, b: ComparedReport): Figure[] => {
  const judged = ({ rules }: ComparedReport) => rules.filter(({ verdict }) => isJudged(verdict)).length
  const figures: [string, (report: ComparedReport) => number | null][] = [
    ['rules judged', judged],
    ['requests', ({ summary }) => summary.requests],
    ['deliveries', ({ summary }) => summary.deliveries],
    ['duration_ms', ({ duration_ms }) => duration_ms],
  ]
  return [
    ...figures.map(([what, of]) => ({ what, a: of(a), b: of(b) })),
    ...shares.map((share) => ({
      what: share.replaceAll('_', ' '),
      a: a.coverage?.[share]?.reached ?? null,
      b: b.coverage?.[share]?.reached ?? null,
      of: (b.coverage ?? a.coverage)?.[share]?.of ?? 0,
    })),
  ]
}

const side = (report: ComparedReport) => ({
  line: report.line,
  target: targetOf(report),
  outcome: report.outcome,
  started_at: report.started_at,
})

/** From A, the earlier or the known one, to B. */
export const compareReports = (
  a: ComparedReport,
  b: ComparedReport,
  freedoms: ReadonlyMap<string, ComparedFreedom>,
): Comparison => {
  const pairs = pairsOf(a, b)
  const regressed = pairs
    .filter(({ was, is }) => is === 'fail' && !didSo(was))
    .map(({ shown, was }) => ({
      ...shown,
      before: was,
      checks: checksOf(b, shown.rule),
      excuse: excuseOf(b, shown.rule),
    }))
  return {
    format: 'assay-comparison',
    version: 2,
    a: side(a),
    b: side(b),
    same_target: sameTarget(a, b),
    differences: differences(a, b),
    regressed,
    fixed: pairs
      .filter(({ was, is, shown }) => didSo(was) && is === 'pass' && notAgain(a, b, shown.rule).length === 0)
      .map(({ shown }) => shown),
    still_violated: pairs
      .filter(({ was, is }) => didSo(was) && is === 'fail')
      .map(({ shown }) => ({ ...shown, checks: { a: checksOf(a, shown.rule), b: checksOf(b, shown.rule) } })),
    arguable: pairs
      .filter(({ was, is }) => is === 'arguable' && was !== 'arguable')
      .map(({ shown, was, now }) => ({ ...shown, before: was, counter: now?.counter ?? null })),
    no_longer_tested: pairs.flatMap(({ shown, was, is, now }): Comparison['no_longer_tested'] => {
      if (!isJudged(was)) return []
      const [first, ...more] = didSo(was) && is === 'pass' ? notAgain(a, b, shown.rule) : []
      if (first !== undefined)
        return [
          {
            ...shown,
            before: was,
            now: is,
            reason: `${andMore(first, more.length, 'check')} showed it, and did not run`,
          },
        ]
      return isJudged(is)
        ? []
        : [{ ...shown, before: was, now: is, reason: now ? now.reason : 'the second suite has no such rule' }]
    }),
    newly_tested: pairs
      .filter(({ was, is }) => !isJudged(was) && is === 'pass')
      .map(({ shown, was }) => ({ ...shown, before: was })),
    ...compareReadings(a, b, freedoms),
    footprint: footprint(a, b),
    regressions: regressed.filter(({ excuse }) => excuse === null).length,
  }
}
