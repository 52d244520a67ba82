// Which checks run: those asked for by id, rule or area, in an order that looks back last.
import type { Check } from '../checks/check.ts'
import { CodedError } from '../coded-error.ts'

export type Selection = { only: readonly string[]; areas: readonly string[] }

const areaOf = ({ id }: Check): string => id.split('.')[0]!

/**
 * `only` takes ids of checks and of rules; a name that fits neither is a usage error.
 * @throws CodedError `unknown_check` or `unknown_area`, exit code 3
 */
export const selectChecks = (checks: readonly Check[], { only, areas }: Selection): Check[] => {
  for (const name of only)
    if (!checks.some(({ id, verifies }) => id === name || verifies.includes(name)))
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
      (only.length === 0 || only.includes(check.id) || check.verifies.some((rule) => only.includes(rule))) &&
      (areas.length === 0 || areas.includes(areaOf(check))),
  )
  const isLast = (check: Check) => check.phase === 'last'
  return [...chosen.filter((check) => !isLast(check)), ...chosen.filter(isLast)]
}
