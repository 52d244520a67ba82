// The checks as text: each with its needs and the rules it verifies.
import type { Check } from '../checks/check.ts'

export const listChecks = (checks: readonly Check[]): string => {
  const lines = checks.flatMap(({ id, needs, verifies }) => [
    needs.length > 0 ? `${id}  needs ${needs.join(', ')}` : id,
    ...verifies.map((rule) => `  ${rule}`),
  ])
  const rules = new Set(checks.flatMap(({ verifies }) => verifies)).size
  return `${[...lines, '', `${checks.length} checks for ${rules} rules`].join('\n')}\n`
}
