// An order shows what the create sent, each value in its own field.
import { ofType } from '../../evidence/expected.ts'
import { seen, valueAt } from '../../evidence/seen.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const dueDate = '/dates/due_date'

const onOrder: [rule: string, pointer: string, sent: string][] = [
  ['create.order-shows-the-order-type-sent', '/order_type/code', '/order_type_code'],
  ['create.order-shows-the-due-date-sent', dueDate, '/due_date'],
  ['create.order-shows-the-lender-reference-sent', '/lender_reference', '/lender_reference'],
  ['create.order-shows-the-loan-purpose-sent', '/loan/purpose', '/loan/purpose'],
  ['create.order-shows-the-loan-number-sent', '/loan/number', '/loan/number'],
  ['create.order-shows-the-postal-code-sent', '/property/address/postal_code', '/property/address/postal_code'],
  ['create.order-shows-the-property-type-sent', '/property/type', '/property/type'],
  ['create.order-shows-the-occupancy-sent', '/property/occupancy', '/property/occupancy'],
  ['create.order-shows-the-borrower-role-sent', '/borrowers/0/role', '/borrowers/0/role'],
  ['create.order-shows-the-borrower-first-name-sent', '/borrowers/0/first_name', '/borrowers/0/first_name'],
  ['create.order-shows-the-borrower-last-name-sent', '/borrowers/0/last_name', '/borrowers/0/last_name'],
]

const filled: [rule: string, pointer: string][] = [
  ['create.city-is-filled-from-the-postal-code', '/property/address/city'],
  ['create.state-is-filled-from-the-postal-code', '/property/address/state'],
  ['create.county-is-filled-from-the-postal-code', '/property/address/county'],
]

const phone = 'conventions.phone-numbers-come-back-as-sent'
const contacts = 'create.order-shows-the-borrower-contacts-sent'
const flags = ['order.receives-report-omitted-shows-false', 'order.receives-status-updates-omitted-shows-false']
const format = 'create.order-shows-the-products-report-format'
const certification = 'create.order-shows-the-products-certification'

const updatedAt = (order: Answered): unknown => fieldAt(order, '/dates/updated_at')

export default check({
  id: 'create.order-shows-what-was-sent',
  verifies: [
    ...onOrder.map(([rule]) => rule),
    ...filled.map(([rule]) => rule),
    ...flags,
    phone,
    contacts,
    format,
    certification,
    'create.borrower-phone-alone-suffices',
    'create.one-borrower-suffices',
  ],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect }) {
    const { placed, created, product } = await shared(exampleSequence)
    // A due date may move without a request; an order that was touched since its create shows in the answer to that what was sent.
    const isTouched = updatedAt(created) !== updatedAt(placed.answer)
    for (const [rule, pointer, from] of onOrder) {
      const shown = pointer === dueDate && isTouched ? placed.answer : created
      expect(rule).equal(seen(shown, pointer), valueAt(placed.body, from))
    }
    for (const [rule, pointer] of filled)
      expect(rule).that(
        seen(created, pointer),
        (value) => typeof value === 'string' && value !== '',
        ofType(['string']),
      )
    const contact = (name: string) => `/borrowers/0/contacts/0/${name}`
    expect(phone).equal(seen(created, contact('value')), valueAt(placed.body, contact('value')))
    for (const name of ['type', 'role', 'value'])
      expect(contacts).equal(seen(created, contact(name)), valueAt(placed.body, contact(name)))
    expect(flags[0]!).equal(seen(created, '/borrowers/0/receives_report'), false)
    expect(flags[1]!).equal(seen(created, '/borrowers/0/receives_status_updates'), false)
    expect(format).equal(seen(created, '/order_type/report_format'), product.report_format)
    expect(certification).equal(seen(created, '/order_type/appraiser_certification'), product.appraiser_certification)
    expect(['create.borrower-phone-alone-suffices', 'create.one-borrower-suffices']).status(placed.answer, '2xx')
  },
})
