// A create that is wrong in one point is refused for that point: by status, by code where it is ruled, by field where named.
import { violatingOrders, type Tried } from '../../scenarios/violating-orders.ts'
import { concerns } from '../../generate/violation.ts'
import { derived, seen, valueAt } from '../../evidence/seen.ts'
import { readingOfRefusal } from '../../steps/refusal-readings.ts'
import { entriesAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const required = [
  'order-type-code due-date loan-purpose postal-code property-type occupancy borrowers at-least-one-borrower',
  'borrower-role borrower-first-name borrower-last-name purpose-other purchase-price borrower-contacts',
].flatMap((line) => line.split(' ').map((name) => `create.${name}-required`))

const refused = [
  'three-borrowers past-due-date unknown-loan-type loan-type-on-untiered-product unknown-add-on add-on-of-another-product',
  'adu-add-on-without-adu unknown-order-type product-not-offered-to-the-lender loan-purpose-outside-the-products-list',
  'property-type-outside-the-products-list unknown-loan-purpose unknown-property-type unknown-occupancy inactive-product',
  'unknown-borrower-role unknown-contact-type unknown-contact-role note-of-type-appraisal unresolvable-postal-code',
  'unknown-additional-contact-purpose purchase-price-as-a-number due-date-of-another-form',
].flatMap((line) => line.split(' ').map((name) => `create.${name}-refused`))

const codes = [
  'unknown-loan-type unknown-add-on loan-type-code-missing purpose-other-missing fha-case-number-missing',
  'purchase-price-missing borrower-contacts-missing has-adu-missing',
].flatMap((line) => line.split(' ').map((name) => `create.${name}-has-code`))

const numbers = 'errors.detail-path-numbers-array-elements'

const carries = 'errors.invalid-value-detail-carries-the-value'

const unnumbered = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '.#')

const compare = ({ expect, recordReading: observe }: CheckContext, { violation, answer }: Tried): void => {
  const { rules, refusal } = violation
  const { status } = answer.response
  const right = expect(rules).that(
    { ...seen(answer), value: { violation: violation.id, status } },
    () => refusal.statuses.includes(status),
    `a refusal with ${refusal.statuses.join(' or ')}`,
  )
  const reading = right ? readingOfRefusal(rules, answer) : null
  if (reading) observe(reading.freedom, reading.reading, answer)
  if (!right || status !== 422) return
  const { codeRule, codes: allowed, field, about } = refusal
  if (codeRule !== undefined) expect(codeRule).oneOf(seen(answer, '/code'), allowed)
  const named = entriesAt(answer, '/details').map((detail) => detail['field'])
  if (field)
    expect(field.rule).that(derived(named, answer), () => named.includes(field.path), `a detail of ${field.path}`)
  // A text that nothing need be made of before it is told again.
  const [at = ''] = violation.at
  const sent = valueAt(violation.request, `/${at.replaceAll('.', '/')}`)
  if (violation.at.length === 1 && typeof sent === 'string' && /^[\w-]+$/.test(sent))
    for (const { field: path, code, value } of entriesAt(answer, '/details'))
      if (path === at && code === 'invalid_value') expect(carries).equal(derived(value, answer), sent)
  // Details may be absent, and one about the body as a whole names no field; a field that is named must be the one at fault.
  const fields = named.filter((name): name is string => typeof name === 'string' && name !== '')
  if (fields.length === 0) return
  const shown = derived({ violation: violation.id, fields }, answer)
  const isAbout = fields.some((name) => concerns(name, about))
  // The right field of another element is a fault of the path alone.
  const isElsewhere = fields.some((name) => about.some((path) => unnumbered(name) === unnumbered(path)))
  if ((isAbout && about.some((path) => /\.\d/.test(path))) || isElsewhere)
    expect(numbers).that(shown, () => isAbout, `details about ${about.join(' or ')}`)
  if (isAbout || !isElsewhere) expect(rules).that(shown, () => isAbout, `details about ${about.join(' or ')}`)
}

export default check({
  id: 'create.single-violations-are-refused',
  verifies: [
    ...required,
    ...refused,
    ...codes,
    'create.loan-type-code-required-with-tier',
    'create.has-adu-required-with-adu-add-on',
    'create.fha-case-number-required-when-fha-required',
    'create.fha-case-number-required-when-usda',
    'create.borrower-contacts-missing-names-the-field',
    'order.property-is-in-the-united-states',
    'errors.wrong-type-is-400-or-422',
    numbers,
    carries,
  ],
  needs: ['orders'],
  async run(context) {
    const { tried, untested } = await context.shared(violatingOrders)
    for (const one of tried) compare(context, one)
    throw notTested([...new Set(untested.map(({ reason }) => reason))].join('; ') || 'no violation speaks for it')
  },
})
