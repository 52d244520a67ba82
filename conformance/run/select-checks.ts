// Which checks run: those asked for by id, rule or area, in an order that looks back last.
import { currentId } from '../../fixtures/former-ids.ts'
import type { Check } from '../kit/check.ts'
import { CodedError } from '../contract/coded-error.ts'

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

/**
 * `only` takes ids of checks and of rules, former ones too; a name that fits neither is a usage error.
 * @throws CodedError `unknown_check` or `unknown_area`, exit code 3
 */
export const selectChecks = (
  checks: readonly Check[],
  { only: named, areas, judged = new Set() }: Selection,
): Check[] => {
  const only = named.map((name) => currentId(name, 'rules', 'checks'))
  for (const name of only)
    if (!checks.some((check) => answers(check, name, judged)))
      throw new CodedError(
        'unknown_check',
        `--only ${name} is neither a check nor a rule with a check; \`--list\` shows them.`,
      )
  const known = [...new Set(checks.map(areaOf))]
  for (const area of areas)
    if (!known.includes(area))
      throw new CodedError('unknown_area', `--area ${area} is no area with checks; choose one of ${known.join(', ')}.`)
  const chosen = checks.filter(
    (check) =>
      (only.length === 0 || only.some((name) => answers(check, name, judged))) &&
      (areas.length === 0 || areas.includes(areaOf(check))),
  )
  return byPhase(chosen)
}
