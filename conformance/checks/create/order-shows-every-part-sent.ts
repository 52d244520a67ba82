// An order shows what its create sent, in the 201 and when it is read: every optional part in every pair, in every script.
import { expectedOrder } from '../../generate/expected-order.ts'
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { orderingGround } from '../../scenarios/ordering-ground.ts'
import { seen } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const shown = [
  'order-type loan-type add-ons due-date rush-flag complex-flag rural-flag priority-flag certified-flag instructions',
  'lender-reference loan-purpose purpose-other loan-number loan-client loan-investor fha-case-number purchase-price',
  'loan-currency street unit postal-code property-type occupancy has-adu borrower-role borrower-first-name',
  'borrower-last-name borrower-contacts receives-report receives-status-updates borrower-address real-estate-agent',
  'additional-contacts notes',
].flatMap((line) => line.split(' ').map((part) => `create.order-shows-the-${part}-sent`))

const phone = 'conventions.phone-numbers-come-back-as-sent'
const utf8 = 'conventions.request-bodies-are-read-as-utf-8'
const own = 'order.lender-reference-is-the-lenders-own'
const two = 'create.two-borrowers-accepted'

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Rules that the value of another rule speaks for as well. */
const alsoFor = (rule: string, expected: string): string[] => [
  ...(rule === 'create.order-shows-the-borrower-contacts-sent' && expected.includes('"phone"') ? [phone] : []),
  ...(rule === 'create.order-shows-the-borrower-role-sent' && expected === 'a co_borrower' ? [two] : []),
  ...(isAscii(expected) ? [] : [utf8]),
]

export default check({
  id: 'create.order-shows-every-part-sent',
  verifies: [
    ...shown,
    phone,
    utf8,
    two,
    'create.order-shows-no-loan-type-when-none-was-sent',
    'create.order-shows-the-products-report-format',
    'create.order-shows-the-products-certification',
    'create.city-is-filled-from-the-postal-code',
    'create.state-is-filled-from-the-postal-code',
    'create.county-is-filled-from-the-postal-code',
    'order.receives-report-omitted-shows-false',
    'order.receives-status-updates-omitted-shows-false',
    'order.documents-are-empty-at-creation',
    'order.appraiser-is-null-until-assigned',
    'order.appointment-at-is-null-until-set',
    'order.completed-at-is-null-until-set',
    'lifecycle.order-starts-in-new-or-pending-review',
    'conventions.empty-fields-are-sent-as-null',
  ].filter((rule) => rule !== own),
  needs: ['orders'],
  async run({ shared, expect }) {
    const { coverage } = await shared(orderingGround)
    for (const { order, answer, read } of acceptedOf(await shared(coveringOrdersPlaced))) {
      const still = read === null || fieldAt(read, '/dates/updated_at') === fieldAt(answer, '/dates/updated_at')
      for (const { pointer, rule, expected, accept, companyMayChange } of expectedOrder(
        order.request,
        order.product,
        order.place,
      )) {
        const rules = [rule, ...alsoFor(rule, expected)]
        expect(rules).that(seen(answer, pointer), accept, expected)
        if (read && (still || !companyMayChange)) expect(rules).that(seen(read, pointer), accept, expected)
      }
    }
    const lacking = [...new Set(coverage.untested.map(({ reason }) => reason))]
    throw notTested(lacking.length > 0 ? lacking.join('; ') : 'no order that was accepted has it')
  },
})
