// What is wrong with the entries of a baseline in the light of a run: expired, stale, unused.
import type { Gated } from '../../reports/run-record.ts'
import type { GateInput } from './gate-input.ts'
import { rules } from '../contract/contract.ts'
import { catalogue } from '../../reports/reasons/catalogue.ts'
import { lists, type KnownBlock, type KnownFailure } from './known-failures.ts'

const dayMs = 86_400_000

/** Below zero once the day is over. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs)

const staleness = ({ rule, checks }: KnownFailure, { run, speaks }: GateInput): string | null => {
  // A rule of the service is none of an audit's, and may stand in the same file.
  if (!run.rules.some((one) => one.rule === rule))
    return rules().has(rule) ? null : 'this assay has no rule of that name'
  const gone = checks.find((check) => !speaks.has(check))
  if (gone !== undefined) return `this assay has no check ${gone}`
  const silent = checks.find((check) => !speaks.get(check)!.has(rule))
  return silent === undefined ? null : `${silent} does not judge that rule`
}

/** A random plan reaches other rules in every run. */
const byChance = (check: string): boolean => check.startsWith('random.')

/** Passed in every check of the entry, so that the rule is fixed for all of them. */
const isUnused = ({ rule, checks }: KnownFailure, { run, complete }: GateInput): boolean => {
  if (!complete || run.rules.find((one) => one.rule === rule)?.verdict !== 'pass') return false
  const said = run.results.get(rule)
  const steady = checks.filter((check) => !byChance(check))
  return steady.length > 0 && steady.every((check) => said?.get(check)?.verdict === 'pass')
}

/** What is wrong with an entry for blocked rules. */
const problemOfBlock = ({ code, rules: blocked, expires, owner }: KnownBlock, where: string, input: GateInput) => {
  const { run, complete, date } = input
  const verdicts = new Map(run.rules.map(({ rule, verdict }) => [rule, verdict]))
  const gone = blocked.find((rule) => !verdicts.has(rule) && !rules().has(rule))
  const stale = !Object.hasOwn(catalogue, code)
    ? 'this assay has no reason of that code'
    : gone !== undefined && complete
      ? `this assay has no rule ${gone}`
      : null
  if (stale !== null) return { code: 'baseline_stale', message: `${where}: ${stale}; remove or correct the entry.` }
  if (daysUntil(expires, date) < 0) {
    const message = `${where}: it expired on ${expires}; ${owner} must see that the rules can be judged, or set a new day with a reason.`
    return { code: 'baseline_expired', message }
  }
  const judged = blocked.filter((rule) => ['pass', 'fail', 'arguable'].includes(verdicts.get(rule) ?? ''))
  if (!complete || judged.length < blocked.length) return null
  return { code: 'baseline_unused', message: `${where}: each of its rules was judged in this run; remove the entry.` }
}

const problemsOfBlocks = (input: GateInput): Gated['problems'] =>
  (input.baseline?.blocked ?? []).flatMap((entry, index) => {
    const found = problemOfBlock(entry, `${input.baseline!.file}, blocked entry ${index + 1} (${entry.code})`, input)
    return found === null ? [] : [found]
  })

/** Each with what to do about it; a flaky entry may go unused. */
export const baselineProblems = (input: GateInput): Gated['problems'] => {
  const { baseline, date } = input
  if (baseline === null) return []
  const ofFailures = lists.flatMap((list) =>
    baseline[list].flatMap((entry, index) => {
      const { rule, expires, owner } = entry
      const where = `${baseline.file}, ${list} entry ${index + 1} (${rule})`
      const stale = staleness(entry, input)
      if (stale !== null)
        return [{ code: 'baseline_stale', message: `${where}: ${stale}; remove or correct the entry.` }]
      if (daysUntil(expires, date) < 0) {
        const message = `${where}: it expired on ${expires}; ${owner} must fix the failure, or set a new day with a reason.`
        return [{ code: 'baseline_expired', message }]
      }
      if (list === 'flaky' || !isUnused(entry, input)) return []
      const message = `${where}: the rule passed in this run; remove the entry, or list it as flaky if it comes and goes.`
      return [{ code: 'baseline_unused', message }]
    }),
  )
  return [...ofFailures, ...problemsOfBlocks(input)]
}
