// A create that is wrong in one point is refused for that point: by status, by code where it is ruled, by field where named.
import { includes, oneOf } from '../../evidence/expected.ts'
import { leaveUntested } from '../../generate/leave-untested.ts'
import { violatingOrders, type Tried } from '../../scenarios/violating-orders.ts'
import { inputRows } from '../../generate/request-fields.ts'
import { concerns, valueIn, type Violation } from '../../generate/violation.ts'
import { statusKind } from '../../evidence/failure.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { readingOfRefusal } from '../../steps/refusal-readings.ts'
import { entriesAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

/** Of what the schema cannot say; the others follow from the rows about the schema. */
const refused = [
  'create.purpose-other-required',
  'create.purchase-price-required',
  'create.borrower-contacts-required',
  'create.past-due-date-refused',
  'create.unknown-loan-type-refused',
  'create.loan-type-on-untiered-product-refused',
  'create.unknown-add-on-refused',
  'create.add-on-of-another-product-refused',
  'create.adu-add-on-without-adu-refused',
  'create.unknown-order-type-refused',
  'create.product-not-offered-to-the-lender-refused',
  'create.loan-purpose-outside-the-products-list-refused',
  'create.property-type-outside-the-products-list-refused',
  'create.inactive-product-refused',
  'create.unresolvable-postal-code-refused',
  'create.email-with-the-role-cell-refused',
]

const codes = [
  'create.unknown-loan-type-has-code',
  'create.unknown-add-on-has-code',
  'create.loan-type-code-missing-has-code',
  'create.purpose-other-missing-has-code',
  'create.fha-case-number-missing-has-code',
  'create.purchase-price-missing-has-code',
  'create.borrower-contacts-missing-has-code',
  'create.has-adu-missing-has-code',
]

const numbers = 'errors.detail-path-numbers-array-elements'

const carries = 'errors.invalid-value-detail-carries-the-value'

/** How the steps of a path are divided has a rule of its own. */
const dotted = (path: string): string => path.replace(/^\//, '').replaceAll('/', '.')
const unbracketed = (path: string): string => dotted(path).replaceAll(/\[(\d+)\]/g, '.$1')

const unnumbered = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '.#')

/** `without loan.purpose`, by which a report says what was wrong with a create that was taken. */
const fault = ({ at: [path, ...others], request }: Violation): string => {
  if (path === undefined || others.length > 0) return 'status'
  return `${valueIn(request, path) === undefined ? 'without' : 'with another'} ${path}`
}

/** Of several that were refused together nobody knows which of them the status is owed to. */
const isReadable = (tried: readonly Tried[], { answer, violation: { rules } }: Tried): boolean =>
  tried.every(
    (other) =>
      other.answer !== answer ||
      readingOfRefusal(other.violation.rules, answer)?.freedom === readingOfRefusal(rules, answer)?.freedom,
  )

const compare = (
  { expect, recordReading }: CheckContext,
  { violation, answer }: Tried,
  tried: readonly Tried[],
): void => {
  const { rules, refusal } = violation
  const { status } = answer.response
  const right = expect(rules).that(
    {
      ...computedFrom({ violation: violation.id, [fault(violation)]: status }, answer),
      failure: { kind: statusKind(status, refusal.statuses) },
    },
    () => refusal.statuses.includes(status),
    { violation: violation.id, [fault(violation)]: oneOf(refusal.statuses) },
  )
  const reading = right && isReadable(tried, { violation, answer }) ? readingOfRefusal(rules, answer) : null
  if (reading) recordReading(reading.freedom, reading.reading, answer)
  if (!right || status !== 422) return
  const { codeRule, codes: allowed, field, about } = refusal
  if (codeRule !== undefined) expect(codeRule).oneOf(seen(answer, '/code'), allowed)
  const named = entriesAt(answer, '/details').map((detail) => detail['field'])
  if (field)
    expect(field.rule).that(computedFrom(named, answer), () => named.includes(field.path), includes(field.path))
  // A text that nothing need be made of before it is repeated.
  const [at = ''] = violation.at
  const sent = valueIn(violation.request, at)
  if (violation.at.length === 1 && typeof sent === 'string' && /^[\p{Letter}\d_-]+$/u.test(sent))
    for (const { field: path, code, value } of entriesAt(answer, '/details'))
      if (path === at && code === 'invalid_value') expect(carries).equal(computedFrom(value, answer), sent)
  // Details may be absent, and one about the body as a whole names no field; a field that is named must be the one at fault.
  const fields = named.filter((name): name is string => typeof name === 'string' && name !== '')
  if (fields.length === 0) return
  const shown = computedFrom({ violation: violation.id, fields }, answer)
  const isAbout = fields.some((name) => concerns(unbracketed(name), about))
  const isNumbered = fields.some((name) => concerns(dotted(name), about))
  // The right field of another element is a fault of the path alone.
  const isElsewhere = !isAbout && fields.some((name) => concerns(unnumbered(unbracketed(name)), about.map(unnumbered)))
  if ((isAbout && about.some((path) => /\.\d/.test(path))) || isElsewhere)
    expect(numbers).that(shown, () => isNumbered, { violation: violation.id, fields: `includes ${about.join(' or ')}` })
  if (isAbout || !isElsewhere)
    expect(rules).that(shown, () => isAbout, { violation: violation.id, fields: `includes ${about.join(' or ')}` })
}

const verifies = [
  ...inputRows('refused').map(({ rule }) => rule),
  ...refused,
  ...codes,
  'create.loan-type-code-required-with-tier',
  'create.has-adu-required-with-adu-add-on',
  'create.fha-case-number-required-when-fha-required',
  'create.fha-case-number-required-when-usda',
  'create.borrower-contacts-missing-names-the-field',
  'order.property-is-in-the-united-states',
  numbers,
  carries,
]

export default check({
  id: 'create.single-violations-are-refused',
  verifies,
  needs: ['orders'],
  async run(context) {
    const { tried, untested } = await context.shared(violatingOrders)
    for (const one of tried) compare(context, one, tried)
    leaveUntested(context.expect, verifies, untested)
    throw notTested('no-violation')
  },
})
