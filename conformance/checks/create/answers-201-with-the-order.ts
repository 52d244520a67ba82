// A create is answered 201 with the order as a read shows it, and with the URL at which it is read.
import { present } from '../../evidence/expected.ts'
import { seen, seenHeader } from '../../evidence/seen.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { leadsToOrder } from '../../steps/leads-to-order.ts'
import { baseUrl } from '../../sut/addresses.ts'
import { check } from '../../kit/check.ts'

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

export default check({
  id: 'create.answers-201-with-the-order',
  verifies: [
    'create.answers-201',
    'create.returns-the-order',
    'create.has-location',
    'create.location-is-the-orders-url',
    'idempotency.key-accepted-on-create',
    'transport.serves-post-orders',
    'order.documents-are-empty-at-creation',
  ],
  needs: ['orders', 'sandbox'],
  async run({ environment, expect, profile, recordReading, shared }) {
    const { placed, created } = await shared(exampleSequence)
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
})
