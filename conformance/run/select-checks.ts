// Which checks run: those asked for by id, rule or area, in an order that looks back last.
import type { Check } from '../kit/check.ts'
import { CodedError } from '../contract/coded-error.ts'
import { nearMatches } from '../../reports/near-matches.ts'

/** `judged`: the rules that invariants assert on every exchange. */
type Selection = { only: readonly string[]; areas: readonly string[]; judged?: ReadonlySet<string> }

/** The same checks in an order drawn by chance; what looks back over the run keeps its order and its place at the end. */
export const shuffleChecks = (checks: readonly Check[], random: () => number): Check[] => {
  const lots = new Map(checks.map((check) => [check, placeOf(check) === 0 ? random() : 1]))
  return byPhase(checks.toSorted((one, other) => lots.get(one)! - lots.get(other)!))
}

export const areaOf = ({ id }: { id: string }): string => id.split('.')[0]!

// The one that trips the rate limit leaves its client without an allowance, so that none may come after it.
const placeOf = ({ phase, atFullWindow }: Check): number => (atFullWindow ? 2 : phase === 'last' ? 1 : 0)

const byPhase = (checks: readonly Check[]): Check[] => checks.toSorted((one, other) => placeOf(one) - placeOf(other))

/**
 * A rule that is judged on every exchange is best seen in the exchanges of its own area. Random plans may reach
 * hundreds of rules, and are asked for by their own name.
 */
const answers = (check: Check, name: string, judged: ReadonlySet<string>): boolean =>
  check.id === name ||
  (check.verifies.includes(name) && areaOf(check) !== 'random') ||
  (judged.has(name) && areaOf(check) === areaOf({ id: name }))

/** `amend.*`: a star stands for any letters, dots among them. */
const matchesGlob = (glob: string, id: string): boolean => {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop() ?? ''
  if (!id.startsWith(first) || !id.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = id.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return from <= id.length - last.length
}

/** The ids that a name stands for: itself, or those of the checks and rules that a glob matches. */
const namesOf = (given: string, known: readonly string[]): string[] => {
  if (!given.includes('*')) return [given]
  return known.filter((id) => matchesGlob(given, id))
}

const unknownCheck = (given: string, known: readonly string[]): CodedError => {
  const near = nearMatches(given, known, 3)
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`--list` shows them.'
  return new CodedError('unknown_check', `--only ${given} is neither a check nor a rule with a check; ${hint}`)
}

/**
 * `only` takes ids of checks and of rules, and globs of both; a name that fits neither is a usage error.
 * @throws CodedError `unknown_check`, `unknown_area` or `nothing_selected`, exit code 3
 */
export const selectChecks = (
  checks: readonly Check[],
  { only: named, areas, judged = new Set() }: Selection,
): Check[] => {
  const ids = [...new Set([...checks.flatMap(({ id, verifies }) => [id, ...verifies]), ...judged])]
  const names = new Map(named.map((given) => [given, namesOf(given, ids)]))
  const isOf = (check: Check, given: string): boolean => names.get(given)!.some((name) => answers(check, name, judged))
  for (const given of named) if (!checks.some((check) => isOf(check, given))) throw unknownCheck(given, ids)
  const known = [...new Set(checks.map(areaOf))]
  for (const area of areas)
    if (!known.includes(area)) {
      const [near] = nearMatches(area, known, 1)
      const hint = near === undefined ? '' : `did you mean ${near}? There are `
      throw new CodedError(
        'unknown_area',
        `--area ${area} is no area with checks; ${hint || 'choose one of '}${known.join(', ')}.`,
      )
    }
  const chosen = checks.filter(
    (check) =>
      (named.length === 0 || named.some((given) => isOf(check, given))) &&
      (areas.length === 0 || areas.includes(areaOf(check))),
  )
  // With both, a check is of both. A name that the other kind leaves out would be missed in silence.
  const both = named.length > 0 && areas.length > 0
  const unmet = named.filter((given) => !chosen.some((check) => isOf(check, given)))
  const empty = areas.filter((area) => !chosen.some((check) => areaOf(check) === area))
  if (chosen.length === 0 || (both && unmet.length + empty.length > 0)) {
    const ofAreas = (unmet.length > 0 ? areas : empty).map((area) => `--area ${area}`).join(' or ')
    const ofNames = (unmet.length > 0 ? unmet : named).map((name) => `--only ${name}`).join(' or ')
    throw new CodedError('nothing_selected', `No check is of ${ofAreas} and of ${ofNames}; leave one of the two out.`)
  }
  return byPhase(chosen)
}
