// `--last-failed`: the checks that show whether what the last run into a report folder found violated is still there.
import type { ComparedReport } from '../../reports/comparison.ts'
import { times } from '../../reports/texts.ts'
import { readReport } from '../compare/read-report.ts'
import { CodedError } from '../contract/coded-error.ts'
import { groupBy } from '../../reports/group-by.ts'
import type { Check } from '../kit/check.ts'
import { costOfCheck, measuredCosts, scenariosOf } from '../run/costs.ts'
import { areaOf } from '../run/select-checks.ts'
import { failingAttempts } from '../scenarios/failing-attempts.ts'

type LastFailed = {
  /** Ids of checks and of rules; none where the last run found nothing violated, so that the whole is judged again. */
  only: string[]
  /** The rules that were violated or arguable. */
  rules: string[]
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

/** The exchange or delivery in which an invariant found it is the last that it names. */
const judgedIn = ({ requests = [] }: Finding): string =>
  requests.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1))).at(-1) ?? ''

/**
 * What an invariant found is seen again where the same exchange is sent again: of findings alike, by the check that costs
 * least. Undefined where no check sends it, as with a delivery.
 */
const senderOf = (alike: readonly Finding[], { exchanges = {} }: ComparedReport, checks: readonly Check[]) =>
  cheapest(alike.flatMap((finding) => sendersOf(exchanges[judgedIn(finding)]?.source, checks)))

const likeness = ({ kind, key }: Finding): string => JSON.stringify([kind, key])

/** For one violated rule; its own id where the report does not say, or no longer, which checks show it. */
const namesFor = (rule: string, report: ComparedReport, checks: readonly Check[]): string[] => {
  const known = new Set(checks.map(({ id }) => id))
  const own = report.findings.filter((finding) => finding.rule === rule)
  const found = own.filter(({ check }) => known.has(check))
  const seen = groupBy(
    own.filter(({ check }) => !known.has(check)),
    likeness,
  )
  const senders = [...seen.values()].map((alike) => senderOf(alike, report, checks)?.id ?? rule)
  const names = [...found.map(({ check }) => check), ...senders]
  // Plans that are drawn again may not come where the violation is.
  return names.every((name) => areaOf({ id: name }) === 'random') ? [...names, rule] : names
}

/** @throws CodedError `no_last_run`, exit code 3, where the folder holds no report */
export const lastFailed = (directory: string, checks: readonly Check[]): LastFailed => {
  const report = reportIn(directory)
  const rules = report.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'arguable').map(({ id }) => id)
  return { rules, only: [...new Set(rules.flatMap((rule) => namesFor(rule, report, checks)))] }
}

/** What a run of these checks leaves to the whole run; null where nothing. */
export const leftToTheWhole = (
  { rules }: LastFailed,
  selected: readonly Check[],
  all: readonly Check[],
): string | null => {
  const left = all.filter((check) => !selected.includes(check) && check.verifies.some((rule) => rules.includes(rule)))
  if (left.length === 0) return null
  return `--last-failed ran what showed ${times(rules.length, 'violated rule')}; ${times(left.length, 'more check')} of ${rules.length === 1 ? 'this rule' : 'these rules'} did not run. Run all checks at the end.`
}
