// The verdict of a run in one line, with the same numbers in every report.
import type { RuleJudged, VerdictName } from './run-record.ts'
import { blockedGroups, isBlocked } from './blocked.ts'
import { countVerdicts, reasonsFor, type Run } from './summary.ts'
import { counted } from './texts.ts'

const areaOf = (id: string): string => id.split('.')[0]!

/** More areas than these are counted. */
const mostNames = 3

const rulesOf = (part: number, of: number): string => `${counted(part)} of ${counted(of)} rule${of === 1 ? '' : 's'}`

const excusedWords = ({ gate }: Run): string[] => {
  const own = new Set(gate?.gating)
  const accepted = new Set(gate?.accepted.map(({ rule }) => rule).filter((rule) => !own.has(rule)))
  const doubtful = (gate?.not_reproduced ?? []).length
  const reported = (gate?.reported_only ?? []).filter(({ rule }) => !own.has(rule) && !accepted.has(rule)).length
  return [
    ...(accepted.size > 0 ? [`${counted(accepted.size)} of them accepted`] : []),
    ...(doubtful > 0 ? [`${counted(doubtful)} of them never reproduced`] : []),
    ...(reported > 0 ? [`${counted(reported)} of them reported only, not in rule set ${gate?.rule_set}`] : []),
  ]
}

/** How many of the blocked rules the baseline accepts; those alone do not keep the run from green. */
const acceptedBlocks = ({ gate }: Run, blocked: number): string[] => {
  const count = gate?.accepted_blocked.length ?? 0
  if (count === 0) return []
  return [count === blocked ? '(accepted)' : `(${counted(count)} of them accepted)`]
}

/** Whether rules that the target kept from being judged leave the run without a verdict. */
const isStopped = ({ gate, finished }: Run): boolean => finished?.exit_code === 2 && (gate?.blocked.length ?? 0) > 0

/** How records of earlier versions, which have no codes, put it that `--only` or `--area` left a rule out. */
const formerlyOutside: readonly (string | null)[] = ['outside the selected checks', 'its check was not asked for']

const isOutside = ({ verdict, reason, reason_code: code }: RuleJudged): boolean =>
  verdict === 'not-tested' && (code === undefined ? formerlyOutside.includes(reason) : code === 'outside-selection')

const countedAnywhere: ReadonlySet<VerdictName> = new Set(['fail', 'arguable', 'error', 'inconclusive'])

/** What `--only` and `--area` asked for, by name, with its rules; null where the run asked for all. */
export const selectedIn = ({ rules, planned }: Run): { name: string; rules: RuleJudged[] } | null => {
  if (!rules.some(isOutside) || planned.length === 0) return null
  const own = new Set(planned)
  const areas = [...new Set(planned.map(areaOf))]
  const known = new Set(rules.flatMap(({ checks }) => checks))
  const areWhole = planned.length > 1 && [...known].every((check) => own.has(check) || !areas.includes(areaOf(check)))
  const asked = (one: RuleJudged): boolean => {
    const { rule, checks, verdict } = one
    // What is violated or could not be judged counts wherever it belongs, so that every place has the same numbers.
    if (isBlocked(one) || countedAnywhere.has(verdict)) return true
    return areWhole ? areas.includes(areaOf(rule)) : checks.some((check) => own.has(check))
  }
  const names = areas.length <= mostNames ? areas.join(', ') : `${areas.length} areas`
  return {
    name: areWhole ? names : planned.length === 1 ? planned[0]! : `${planned.length} checks`,
    rules: rules.filter((rule) => rule.verdict !== 'not-applicable' && !isOutside(rule) && asked(rule)),
  }
}

/** The numbers of the headline, in every report: of the selected rules, or of all that apply. */
type HeadlineCounts = {
  /** Null where the run asked for all. */
  selected: string | null
  of: number
  passed: number
  errors: number
  /** Inconclusive or not tested, for what the target did or did not do; counted nowhere else. */
  blocked: number
  inconclusive: number
  untested: number
  /** A rule outside the selection may be violated too: it is one of its rules then. */
  violated: number
  /** Inferred rules that are violated, where the run is not strict. */
  arguable: number
  /** Of all rules, those that apply. */
  applying: number
}

export const headlineCounts = (run: Run): HeadlineCounts => {
  const all = countVerdicts(run.rules)
  const applying = run.rules.length - all['not-applicable']
  const selected = selectedIn(run)
  const own = selected?.rules ?? run.rules
  const counts = countVerdicts(own.filter((rule) => !isBlocked(rule)))
  return {
    selected: selected?.name ?? null,
    of: selected ? selected.rules.length : applying,
    passed: counts.pass,
    errors: counts.error,
    blocked: own.filter(isBlocked).length,
    inconclusive: counts.inconclusive,
    untested: counts['not-tested'],
    violated: all.fail,
    arguable: all.arguable,
    applying,
  }
}

/** Every violation is accepted, or reported only: the run ends green. */
export const isAccepted = ({ finished }: Run): boolean => finished?.outcome === 'complete' && finished.exit_code === 0

/** Does the target conform? Without why something was not tested. */
export const headline = (run: Run): string => {
  const { finished } = run
  if (finished?.outcome === 'preflight-failed')
    return `Nothing was tested: ${finished.reason?.code}: ${finished.reason?.message}`
  if (finished && finished.outcome !== 'complete' && run.rules.length === 0) {
    const why = finished.reason ? `: ${finished.reason.code}: ${finished.reason.message}` : ' before the first check'
    return `Nothing was tested: ${finished.outcome}${why}`
  }
  const { selected, of, passed, errors, blocked, inconclusive, untested, violated, arguable, applying } =
    headlineCounts(run)
  const passing = `${selected === null ? '' : `${selected}: `}${rulesOf(passed, of)} pass`
  const all = run.rules.length > 0 && passed + arguable === applying && (!finished || finished.outcome === 'complete')
  const parts = [
    ...(violated > 0
      ? [`${rulesOf(violated, of)} violated${selected === null ? '' : ` (${selected})`}`, ...excusedWords(run)]
      : []),
    ...(violated > 0 && selected !== null ? [`${counted(passed)} pass`] : []),
    ...(violated === 0 ? [all && arguable > 0 ? '0 violated' : passing] : []),
    ...(arguable > 0 ? [`${counted(arguable)} arguable`] : []),
    ...(errors > 0 ? [`${errors} assay error${errors === 1 ? '' : 's'} (not your server's)`] : []),
    ...(blocked > 0 ? [`${counted(blocked)} blocked`, ...acceptedBlocks(run, blocked)] : []),
    ...(inconclusive > 0 ? [`${counted(inconclusive)} inconclusive`] : []),
    ...(untested > 0 ? [`${counted(untested)} not tested`] : []),
  ]
  const green = selected === null ? 'No rule violated: ' : ''
  const isOpen = isStopped(run) || run.rules.every(({ verdict }) => verdict !== 'pass' && verdict !== 'arguable')
  const { shard } = run.started ?? {}
  // What a part judged says nothing of the rest, whichever rules it has.
  const whole = shard ? 'No rule violated: ' : 'Conforms: '
  const refused = isAccepted(run) ? 'Does not conform, accepted: ' : 'Does not conform: '
  const answer = violated > 0 ? refused : all ? whole : isOpen ? 'No verdict: ' : green
  const cut = finished && finished.outcome !== 'complete' ? `${finished.outcome}: ` : ''
  const part = shard ? `shard ${shard.index} of ${shard.of}, for assay merge: ` : ''
  return `${part}${cut}${answer}${parts.join(', ').replaceAll(', (', ' (')}`
}

const mostReasons = 3

/** The first line of every report: the headline, and why something was not tested. */
export const firstLine = (run: Run): string => {
  const line = headline(run)
  const rules = selectedIn(run)?.rules ?? run.rules
  const untested = reasonsFor({ rules: rules.filter((rule) => !isBlocked(rule)) }, 'not-tested')
  const reasons = isStopped(run) ? blockedGroups(rules) : line.endsWith(' not tested') ? untested : []
  if (reasons.length === 0) return line
  const shown = reasons.slice(0, mostReasons).map(({ sentence, rules }) => `${sentence} (${counted(rules.length)})`)
  return `${line}: ${shown.join('; ')}${reasons.length > mostReasons ? '; …' : ''}`
}
