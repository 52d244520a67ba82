// An order shows what its create sent, in the 201 and when it is read: every optional part in every pair, in every script.
import { Form, includes } from '../../evidence/expected.ts'
import { leaveUntested } from '../../generate/leave-untested.ts'
import { expectedOrder } from '../../generate/expected-order.ts'
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { changedByCompany } from '../../steps/company-changes.ts'
import { fieldAt, textAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const shown = [
  'create.order-shows-the-order-type-sent',
  'create.order-shows-the-loan-type-sent',
  'create.order-shows-the-add-ons-sent',
  'create.order-shows-the-due-date-sent',
  'create.order-shows-the-rush-flag-sent',
  'create.order-shows-the-complex-flag-sent',
  'create.order-shows-the-rural-flag-sent',
  'create.order-shows-the-priority-flag-sent',
  'create.order-shows-the-certified-flag-sent',
  'create.order-shows-the-instructions-sent',
  'create.order-shows-the-lender-reference-sent',
  'create.order-shows-the-loan-purpose-sent',
  'create.order-shows-the-purpose-other-sent',
  'create.order-shows-the-loan-number-sent',
  'create.order-shows-the-loan-client-sent',
  'create.order-shows-the-loan-investor-sent',
  'create.order-shows-the-fha-case-number-sent',
  'create.order-shows-the-purchase-price-sent',
  'create.order-shows-the-loan-currency-sent',
  'order.loan-currency-stands-beside-a-price',
  'create.order-shows-the-street-sent',
  'create.order-shows-the-unit-sent',
  'create.order-shows-the-postal-code-sent',
  'create.order-shows-the-property-type-sent',
  'create.order-shows-the-occupancy-sent',
  'create.order-shows-the-has-adu-sent',
  'create.order-shows-the-borrower-role-sent',
  'create.order-shows-the-borrower-first-name-sent',
  'create.order-shows-the-borrower-last-name-sent',
  'create.order-shows-the-borrower-contacts-sent',
  'create.order-shows-the-receives-report-sent',
  'create.order-shows-the-receives-status-updates-sent',
  'create.order-shows-the-borrower-address-sent',
  'create.order-shows-the-real-estate-agent-sent',
  'create.order-shows-the-additional-contacts-sent',
  'create.order-shows-the-notes-sent',
]

const phone = 'conventions.phone-numbers-come-back-as-sent'
const utf8 = 'conventions.request-bodies-are-read-as-utf-8'
const own = 'order.lender-reference-is-the-lenders-own'
const two = 'create.two-borrowers-accepted'

const withPhones = ['create.order-shows-the-borrower-contacts-sent', 'create.order-shows-the-real-estate-agent-sent']

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** A list that lacks an entry does not show how its letters and its numbers were read. */
const isShort = (value: unknown, expected: unknown): boolean => {
  const sent = expected instanceof Form ? expected.values[0] : undefined
  return Array.isArray(value) && Array.isArray(sent) && value.length < sent.length
}

/** Rules that the value of another rule shows as well. */
const alsoFor = (rule: string, expected: unknown, value: unknown): string[] => [
  ...(withPhones.includes(rule) && String(expected).includes('"phone"') && !isShort(value, expected) ? [phone] : []),
  ...(rule === 'create.order-shows-the-borrower-role-sent' && expected === includes({ role: 'co_borrower' })
    ? [two]
    : []),
  ...(isAscii(JSON.stringify(expected)) || isShort(value, expected) ? [] : [utf8]),
]

const verifies = [
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
].filter((rule) => rule !== own)

const hasGoneOn = (context: CheckContext, created: Answered, read: Answered): Promise<boolean> =>
  changedByCompany(context, {
    order: textAt(created, '/id'),
    from: fieldAt(created, '/dates/updated_at'),
    to: fieldAt(read, '/dates/updated_at'),
    isOurs: ({ type }) => type === 'order.created',
  })

export default check({
  id: 'create.order-shows-every-part-sent',
  verifies,
  needs: ['orders'],
  async run(context) {
    const { shared, expect } = context
    const { coverage } = await shared(orderInputs)
    for (const { order, answer, read } of acceptedOf(await shared(coveringOrdersPlaced))) {
      const still = read === null || fieldAt(read, '/dates/updated_at') === fieldAt(answer, '/dates/updated_at')
      for (const { pointer, rule, expected, accept, companyMayChange } of expectedOrder(
        order.request,
        order.product,
        order.place,
      )) {
        for (const shown of [answer, ...(read && (still || !companyMayChange) ? [read] : [])]) {
          const part = seen(shown, pointer)
          // Times may be cut to the second, within which the company may have gone on.
          if (shown === read && companyMayChange && !accept(part.value) && (await hasGoneOn(context, answer, read)))
            continue
          expect([rule, ...alsoFor(rule, expected, part.value)]).that(part, accept, expected)
        }
      }
    }
    leaveUntested(expect, verifies, coverage.untested)
    throw notTested('no-order-with-part')
  },
})
