// `--last-failed`: the checks that show whether what the last run into a report folder found violated is still there.
import type { ComparedReport } from '../../reports/comparison.ts'
import { isJudged } from '../../reports/judged-again.ts'
import type { JudgedAgain } from '../../reports/run-record.ts'
import { times } from '../../reports/texts.ts'
import { readReport } from '../compare/read-report.ts'
import { CodedError } from '../contract/coded-error.ts'
import { groupBy } from '../../reports/group-by.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import type { Check } from '../kit/check.ts'
import { costOfCheck, measuredCosts, scenariosOf } from '../run/costs.ts'
import { areaOf } from '../run/select-checks.ts'
import { failingAttempts } from '../scenarios/failing-attempts.ts'

type Wanted = JudgedAgain['wanted'][number]

type LastFailed = {
  /** Ids of checks and of rules; none where the last run found nothing violated, so that the whole is judged again. */
  only: string[]
  /** The rules that were violated or arguable, or that the last run was to try again and did not. */
  rules: string[]
  wanted: Wanted[]
  /** Of the last run: plans drawn by chance come where the violation was. */
  seed: number | undefined
}

const reportIn = (directory: string): ComparedReport => {
  try {
    return readReport(directory)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw new CodedError(
      'no_last_run',
      `--last-failed needs the report of an earlier run, but ${error.message.replace(/\.$/, '')}; run once without --last-failed.`,
    )
  }
}

/** An attempt that is kept waiting takes ten seconds; everything else takes requests. */
const costOf = ({ id }: Check): number => {
  const costs = measuredCosts()
  const scenarios = [...scenariosOf(costs, id)]
  const requests = scenarios.reduce(
    (sum, one) => sum + (costs.scenarios[one]?.requests ?? 0),
    costOfCheck(costs, id).requests,
  )
  return requests + (scenarios.includes(failingAttempts.id) ? 10_000 : 0)
}

const cheapest = (checks: readonly Check[]): Check | undefined =>
  checks.toSorted((one, other) => costOf(one) - costOf(other))[0]

/** What every run sends, whatever its checks are. */
const always = ['preflight', 'subscription']

/** The checks that send again what a check, or a scenario that several share, has sent. */
const sendersOf = (source = '', checks: readonly Check[]): readonly Check[] => {
  if (always.includes(source)) return checks.filter(({ needs }) => needs.length === 0)
  if (!source.startsWith('scenario.')) return checks.filter(({ id }) => id === source)
  const scenario = source.slice('scenario.'.length)
  return checks.filter(({ id }) => scenariosOf(measuredCosts(), id).has(scenario))
}

type Finding = ComparedReport['findings'][number]

/** The same failure in the answers of the same operations. */
const likeness = ({ kind, key, requests = [] }: Finding, { exchanges = {} }: ComparedReport): string =>
  JSON.stringify([kind, key, requests.map((id) => exchanges[id]?.operation)])

/** What sent the exchanges that a finding names; undefined where the report does not say of each, as with a delivery. */
const sourcesOf = ({ requests = [] }: Finding, { exchanges = {} }: ComparedReport): string[] | undefined => {
  const sources = requests.map((id) => (id.startsWith('x') ? exchanges[id]?.source : undefined))
  return sources.length === 0 || sources.includes(undefined) ? undefined : [...new Set(sources as string[])]
}

/**
 * What an invariant found is seen again where the same exchanges are sent again: each of its sources by the check that costs
 * least; of findings alike that have one source each, one is enough. The rule's own checks where no check sends them, or
 * where the report has only a part of such findings.
 */
const sendersAgain = (alike: readonly Finding[], report: ComparedReport, able: readonly Check[]): Wanted[] => {
  const rule = alike[0]!.rule
  const sources = alike.map((finding) => sourcesOf(finding, report))
  const apart = sources.every((some) => some?.length === 1)
  const groups = apart
    ? [sources.flatMap((some) => some!)]
    : sources.flatMap((some) => some?.map((one) => [one]) ?? [[]])
  const whole = alike.some(({ more = 0 }) => more > 0) ? [{ rule, by: null }] : []
  const senders = groups.map((group): Wanted => {
    const chosen = cheapest(group.flatMap((source) => sendersOf(source, able)))
    const source = group.find((one) => chosen && sendersOf(one, able).includes(chosen))
    return chosen && source ? { rule, by: chosen.id, source } : { rule, by: null }
  })
  return [...whole, ...senders]
}

/** For one violated rule; the rule as such where the report does not say, or no longer, which checks show it. */
const wantedOf = (rule: string, report: ComparedReport, checks: readonly Check[]): Wanted[] => {
  const known = new Set(checks.map(({ id }) => id))
  const judged = new Set(report.checks.filter(({ verdict }) => isJudged(verdict)).map(({ id }) => id))
  // What could not run then, for want of a control port or a credential, cannot run now.
  const able = checks.filter(({ id }) => judged.has(id))
  const own = report.findings.filter((finding) => finding.rule === rule)
  const found = own.filter(({ check }) => known.has(check)).map(({ check }): Wanted => ({ rule, by: check }))
  const seen = groupBy(
    own.filter(({ check }) => !known.has(check)),
    (finding) => likeness(finding, report),
  )
  const wanted = [...found, ...[...seen.values()].flatMap((alike) => sendersAgain(alike, report, able))]
  // Plans that are drawn again may not come where the violation is.
  return wanted.every(({ by }) => by !== null && areaOf({ id: by }) === 'random')
    ? [...wanted, { rule, by: null }]
    : wanted
}

/** @throws CodedError `no_last_run`, exit code 3, where the folder holds no report */
export const lastFailed = (directory: string, checks: readonly Check[]): LastFailed => {
  const report = reportIn(directory)
  const broken = report.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'arguable').map(({ id }) => id)
  const rules = [...new Set([...broken, ...(report.gate?.untried ?? [])])]
  const wanted = rules.flatMap((rule) => wantedOf(rule, report, checks))
  const only = [...new Set(wanted.map(({ rule, by }) => by ?? rule))]
  return { rules, wanted, only, seed: report.seed ?? undefined }
}

/** What a run of these checks leaves to the whole run; null where nothing. A rule of invariants may be seen in any check. */
export const leftToTheWhole = (
  { rules }: Pick<LastFailed, 'rules'>,
  selected: readonly Check[],
  all: readonly Check[],
): string | null => {
  const anywhere = rules.some((rule) => invariantsByRule().has(rule))
  const left = all.filter(
    (check) => !selected.includes(check) && (anywhere || check.verifies.some((rule) => rules.includes(rule))),
  )
  if (rules.length === 0 || left.length === 0) return null
  return `--last-failed ran what showed ${times(rules.length, 'violated rule')}; ${times(left.length, 'other check')} that can show ${rules.length === 1 ? 'this rule' : 'these rules'} violated did not run. Run all checks at the end.`
}
