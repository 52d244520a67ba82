// What the answer to a create and the order itself show of what was sent.
import { headerOf, type Answered } from '../../evidence/exchange.ts'
import { ofType, present } from '../../evidence/expected.ts'
import { seen, seenHeader, valueAt } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { leadsToOrder } from '../../steps/leads-to-order.ts'
import { fieldAt } from '../../steps/read.ts'
import { baseUrl } from '../../sut/addresses.ts'

// Fields that nothing but the create can have set when the order is first read.
const fixed = [
  'id',
  'order_number',
  'lender_reference',
  'order_type',
  'loan',
  'property',
  'borrowers',
  'notes',
  'flags',
]

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

export default claims(exampleSequence, ['orders', 'sandbox'], {
  // A create is answered 201 with the order as a read shows it, and with the URL at which it is read.
  'create.answers-201-with-the-order': {
    verifies: [
      'create.answers-201',
      'create.returns-the-order',
      'create.has-location',
      'create.location-is-the-orders-url',
      'idempotency.key-accepted-on-create',
      'transport.serves-post-orders',
      'order.documents-are-empty-at-creation',
    ],
    judge({ placed, created }, { environment, expect, profile, recordReading }) {
      const { answer } = placed
      expect('create.answers-201').status(answer, 201)
      expect(['idempotency.key-accepted-on-create', 'transport.serves-post-orders']).status(answer, '2xx')
      for (const field of fixed)
        expect('create.returns-the-order').equal(
          { ...seenComparable(answer, `/${field}`), requests: [answer.id, created.id] },
          seenComparable(created, `/${field}`).value,
        )
      expect('order.documents-are-empty-at-creation').that(
        seen(answer, '/documents'),
        (documents) => documents === null || (Array.isArray(documents) && documents.length === 0),
        [],
      )
      const location = headerOf(answer.response.headers, 'location')
      const there = expect('create.has-location').that(seenHeader(answer, 'Location'), Boolean, present)
      if (!there || location === undefined) return
      recordReading('create.location-form', URL.canParse(location) ? 'absolute' : 'path-only', answer)
      const url = answer.request.url
      const base = baseUrl(profile, environment)
      const other = environment === 'sandbox' ? profile.production_base_url : profile.sandbox_base_url
      // A public address may lead to the same order by another host and path, though not in the other environment.
      expect('create.location-is-the-orders-url').that(
        { ...seenHeader(answer, 'Location'), requests: [answer.id, created.id] },
        () => leadsToOrder(location, { id: placed.id, url, base, other }),
        created.request.url,
      )
    },
  },
  // An order shows what the create sent, each value in its own field.
  'create.order-shows-what-was-sent': {
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
    judge({ placed, created, product }, { expect }) {
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
  },
})
