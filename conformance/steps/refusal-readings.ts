// Which reading a refused create shows of the freedoms that leave open how it is refused.
import type { Answered } from '../evidence/exchange.ts'
import { fieldAt } from './read.ts'

type Reading = (status: number, code: unknown) => string | null

const codes = new Map<unknown, string>([
  ['validation_failed', 'validation-failed'],
  ['semantic_validation_failed', 'semantic-validation-failed'],
])

const byStatus: Reading = (status) => ([400, 422].includes(status) ? `status-${status}` : null)
const byCode: Reading = (status, code) => (status === 422 ? (codes.get(code) ?? null) : null)
const byBoth: Reading = (status, code) => {
  if (status === 400) return 'status-400'
  if (status !== 422) return null
  return code === 'validation_failed'
    ? 'validation-failed-422'
    : code === 'semantic_validation_failed'
      ? 'semantic-422'
      : null
}

const unknownMembers = [
  'create.unknown-loan-purpose-refused',
  'create.unknown-property-type-refused',
  'create.unknown-occupancy-refused',
  'create.unknown-borrower-role-refused',
  'create.unknown-contact-type-refused',
  'create.unknown-contact-role-refused',
  'create.unknown-additional-contact-purpose-refused',
]

/** By the rule that the refusal asserts. */
const freedoms = new Map<string, [freedom: string, reading: Reading]>([
  ['create.due-date-required', ['create.missing-required-status', byStatus]],
  ['errors.wrong-type-is-400-or-422', ['create.wrong-type-status', byStatus]],
  ...unknownMembers.map((rule): [string, [string, Reading]] => [rule, ['create.unknown-enum-status', byBoth]]),
  ['create.due-date-of-another-form-refused', ['create.malformed-date-status', byBoth]],
  ['create.past-due-date-refused', ['create.past-due-date-code', byCode]],
  ['create.three-borrowers-refused', ['create.borrower-count-status', byBoth]],
  ['create.unresolvable-postal-code-refused', ['create.unresolvable-postal-code-code', byCode]],
  ['create.adu-add-on-without-adu-refused', ['create.has-adu-false-code', byCode]],
  ['create.email-with-the-role-cell-refused', ['create.email-on-cell', byBoth]],
  ['create.inactive-product-refused', ['create.inactive-product-refusal', byCode]],
  ['create.loan-purpose-outside-the-products-list-refused', ['create.restriction-code', byCode]],
  ['create.property-type-outside-the-products-list-refused', ['create.restriction-code', byCode]],
])

export const readingOfRefusal = (
  rules: readonly string[],
  answer: Answered,
): { freedom: string; reading: string } | null => {
  const [freedom, read] = rules.map((rule) => freedoms.get(rule)).find((found) => found !== undefined) ?? []
  const reading = read?.(answer.response.status, fieldAt(answer, '/code')) ?? null
  return freedom === undefined || reading === null ? null : { freedom, reading }
}
