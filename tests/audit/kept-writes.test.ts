// Clients that are right, though they look wrong: what they send, and when they send it again.
import t from 'tap'
import { all, at, create, day, emptyList, failedIn, note, polls, read, refused, send, shown, testKept } from './kept.ts'

const placedIn = (city: string) =>
  create(
    'k1',
    0,
    { status: 201, answer: shown({ property: { address: { city: 'Los Angeles' } } }) },
    { property: { address: { postal_code: '90028', city }, type: 'single_family', occupancy: 'vacant' } },
  )

testKept({
  'two amendments in flight': [
    'amend.client-asks-by-message-instead',
    all(
      ...[0, 5].map((ms) =>
        send(
          '/orders/ord_aaa',
          { lender_reference: String(ms) },
          { status: 403, answer: refused('action_not_permitted_for_client'), entry: at(ms, 50) },
          'PATCH',
        ),
      ),
      send('/orders/ord_aaa/messages', note, { status: 201, answer: { id: 'msg_1' }, entry: at(500) }),
    ),
    all(
      ...[0, 500].map((ms) =>
        send(
          '/orders/ord_aaa',
          { lender_reference: String(ms) },
          { status: 403, answer: refused('action_not_permitted_for_client'), entry: at(ms, 50) },
          'PATCH',
        ),
      ),
    ),
  ],
  'a create that is repeated on the day after': [
    'create.client-sends-no-past-due-date',
    all(
      create('k1', 0, { status: 500 }, { due_date: '2026-11-28' }),
      create('k1', 23.5 * 3_600_000, { status: 201 }, { due_date: '2026-11-28' }),
    ),
    create('k1', 0, { status: 422 }, { due_date: '2026-11-26' }),
  ],
  'a message after a 409': [
    'errors.client-reads-the-order-after-409',
    all(
      send('/orders/ord_aaa/hold', { reason: 'x' }, { status: 409, answer: refused('action_not_allowed_in_status') }),
      send('/orders/ord_aaa/messages', note, { status: 201 }),
    ),
    all(
      send('/orders/ord_aaa/hold', { reason: 'x' }, { status: 409, answer: refused('action_not_allowed_in_status') }),
      send('/orders/ord_aaa/cancel', { reason: 'x' }, { status: 200 }),
    ),
  ],
  'inline evidence, whose shape the contract does not show': [
    'revisions.client-uploads-evidence-first',
    send(
      '/orders/ord_aaa/revision-requests',
      { kind: 'correction', documents: [{ filename: 'a.pdf' }] },
      { status: 201 },
    ),
    null,
  ],
  'a message whose list of files is empty': [
    'messages.client-uploads-before-attaching',
    send('/orders/ord_aaa/messages', { ...note, attachments: [] }, { status: 201 }),
    send('/orders/ord_aaa/messages', { ...note, attachments: [{ filename: 'a.pdf' }] }, { status: 201 }),
  ],
  'the number of a parcel': [
    'create.client-sends-no-real-borrower-to-the-sandbox',
    create(
      'k1',
      0,
      { status: 201 },
      { appraiser_instructions: 'Parcel 117-14-0260', parties: [{ email: 'qa.robot@gmail.com' }] },
    ),
    create('k1', 0, { status: 201 }, { appraiser_instructions: 'His SSN is 117-14-0260' }),
  ],
  'the name of a way to pay': [
    'create.client-sends-no-payment-instrument',
    create('k1', 0, { status: 201 }, { payment_method: 'invoice' }),
    create('k1', 0, { status: 201 }, { payment_method: '4111 1111 1111 1111' }),
  ],
  'contacts of the co-borrower alone': [
    'amend.client-cancels-and-reorders-for-fixed-fields',
    all(
      read('/orders/ord_aaa', {
        answer: shown({
          borrowers: [
            { role: 'borrower', first_name: 'A', last_name: 'B' },
            { role: 'co_borrower', first_name: 'C', last_name: 'D' },
          ],
        }),
      }),
      send(
        '/orders/ord_aaa',
        { borrowers: [{ role: 'co_borrower', first_name: 'C', last_name: 'D', contacts: [] }] },
        {},
        'PATCH',
      ),
    ),
    all(
      read('/orders/ord_aaa', {
        answer: shown({
          borrowers: [
            { role: 'borrower', first_name: 'A', last_name: 'B' },
            { role: 'co_borrower', first_name: 'C', last_name: 'D' },
          ],
        }),
      }),
      send(
        '/orders/ord_aaa',
        { borrowers: [{ role: 'co_borrower', first_name: 'A', last_name: 'B', contacts: [] }] },
        {},
        'PATCH',
      ),
    ),
  ],
  'a loan number that the company gave': [
    'revisions.client-amends-loan-number-first',
    all(
      read('/orders/ord_aaa', { answer: shown() }),
      send('/orders/ord_aaa/revision-requests', { kind: 'correction' }, { status: 201 }),
    ),
    all(
      read('/orders/ord_aaa', { answer: shown() }),
      send('/orders/ord_aaa/revision-requests', { kind: 'correction' }, { status: 422 }),
    ),
  ],
  'a reminder in the same words': [
    'messages.client-reads-the-thread-before-resending',
    all(
      send('/orders/ord_aaa/messages', note, { response: { status: 0 }, entry: at(0) }),
      send('/orders/ord_aaa/messages', note, { status: 201, entry: at(day / 2) }),
    ),
    all(
      send('/orders/ord_aaa/messages', note, { response: { status: 0 }, entry: at(0) }),
      send('/orders/ord_aaa/messages', note, { status: 201, entry: at(30_000) }),
    ),
  ],
  'the words of two people, of which the first get lost': [
    'messages.client-reads-the-thread-before-resending',
    all(
      send('/orders/ord_aaa/messages', note, { response: { status: 0 }, entry: at(0, 10_000) }),
      send('/orders/ord_aaa/messages', note, { status: 201, entry: at(2_000) }),
    ),
    all(
      send('/orders/ord_aaa/messages', note, { response: { status: 0 }, entry: at(0, 2_010) }),
      send('/orders/ord_aaa/messages', note, { status: 201, entry: at(2_000) }),
    ),
  ],
  'a property as it was sent, of which the company keeps another city': [
    'amend.client-cancels-and-reorders-for-fixed-fields',
    all(
      placedIn('Hollywood'),
      send('/orders/ord_aaa', { property: { address: { city: 'Hollywood' } } }, { entry: at(5_000) }, 'PATCH'),
    ),
    all(
      placedIn('Hollywood'),
      send('/orders/ord_aaa', { property: { address: { city: 'Pasadena' } } }, { entry: at(5_000) }, 'PATCH'),
    ),
  ],
  'an order that is looked for, and placed later': [
    'errors.client-retries-a-create-with-its-key-after-500',
    all(
      create('k1', 0, { status: 500 }),
      read('/orders?lender_reference=x', { answer: emptyList, entry: at(600_000) }),
      create('k2', 3_600_000, { status: 201 }),
    ),
    all(create('k1', 0, { status: 500 }), create('k2', 3_600_000, { status: 201 })),
  ],
  'a co-borrower who is named first': [
    'create.client-sends-what-other-values-call-for',
    create(
      'k1',
      0,
      { status: 201 },
      {
        borrowers: [
          { role: 'co_borrower', first_name: 'C', last_name: 'D' },
          {
            role: 'borrower',
            first_name: 'A',
            last_name: 'B',
            contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
          },
        ],
      },
    ),
    create('k1', 0, { status: 422 }, { borrowers: [{ role: 'borrower', first_name: 'A', last_name: 'B' }] }),
  ],
  'a corrected order': [
    'errors.client-does-not-repeat-a-422',
    all(create('k1', 0, { status: 422 }), create('k2', 5_000, { status: 201 }, { lender_reference: 'corrected' })),
    all(create('k1', 0, { status: 422 }), create('k2', 5_000, { status: 422 })),
  ],
  'a thread that is read before the same is sent again': [
    'errors.client-reads-before-repeating-a-write-after-500',
    all(
      send('/orders/ord_aaa/messages', note, { status: 500 }),
      read('/orders/ord_aaa/messages', { answer: emptyList }),
      send('/orders/ord_aaa/messages', note, { status: 201 }),
    ),
    all(
      send('/orders/ord_aaa/messages', note, { status: 500 }),
      polls(1, 'evt_1'),
      send('/orders/ord_aaa/messages', note, { status: 201 }),
    ),
  ],
  'a key that is used again after its day': [
    'idempotency.client-always-sends-a-key',
    all(
      create('k1', 0, { status: 201 }, { lender_reference: '1' }),
      create('k1', 3 * day, { status: 201 }, { lender_reference: '2' }),
    ),
    all(
      create('k1', 0, { status: 201 }, { lender_reference: '1' }),
      create('k1', 3 * day, { status: 201 }, { lender_reference: '2' }),
      create('k1', 3 * day + 3_600_000, { status: 409 }, { lender_reference: '3' }),
    ),
  ],
})

t.test('the account is read only where the read was answered', async (t) => {
  const rule = 'auth.client-reads-the-account-at-start-up'
  const placed = create('k1', 60_000, { status: 201 })
  const reading = (status: number) => all(read('/account', { status, entry: at(0) }), placed)
  t.notOk(failedIn(reading(200), true).includes(rule))
  t.ok(failedIn(reading(500), true).includes(rule))
})
