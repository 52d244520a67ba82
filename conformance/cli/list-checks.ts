// The checks as text: each with its needs and the rules it verifies.
import { times } from '../../reports/texts.ts'
import type { Check } from '../kit/check.ts'

export const listChecks = (checks: readonly Check[]): string => {
  const lines = checks.flatMap(({ id, needs, verifies }) => [
    needs.length > 0 ? `${id}  needs ${needs.join(', ')}` : id,
    ...verifies.map((rule) => `  ${rule}`),
  ])
  const rules = new Set(checks.flatMap(({ verifies }) => verifies)).size
  return `${[...lines, '', `${times(checks.length, 'check')} for ${times(rules, 'rule')}`].join('\n')}\n`
}
