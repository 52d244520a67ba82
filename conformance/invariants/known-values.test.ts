// Shows that answers which show one thing, or one state of an order, differently are found, and what may differ.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Answered } from '../evidence/exchange.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createMemory } from './invariant.ts'
import { knownValues } from './known-values.ts'
import { differingAt } from './same-writings.ts'

const at = 'https://target.test/v1/orders/ord_1'

const list = (operation: string, ...data: unknown[]) =>
  exchangeOf({ operation, url: `${at}/x`, body: { data, page: 1, per_page: 25, total: data.length, total_pages: 1 } })

const found = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => knownValues.assert(one, memory))
    .flatMap(({ passed, rule, pointer }) => (passed ? [] : [`${rule} ${pointer}`]))
}

const message = {
  id: 'msg_1',
  recipient: 'manager',
  subject: 'Key',
  body: 'At the door.',
  document_ids: ['doc_1', 'doc_2'],
}
const document = {
  id: 'doc_1',
  kind: 'supporting',
  filename: 'a.jpg',
  content_type: 'image/jpeg',
  size_bytes: 7,
  created_at: '2026-03-01T10:00:00.250Z',
}
const request = {
  id: 'rr_1',
  order_id: 'ord_1',
  kind: 'correction',
  reason: 'The garage.',
  status: 'submitted',
  created_at: '2026-03-01T10:00:00Z',
}

t.test('a message, a document and a request are shown again as they were', async (t) => {
  const thread = (change: object) => list('listMessages', { ...message, ...change })
  t.strictSame(found(thread({}), thread({ body: 'At the gate.' })), ['messages.read-has-body /data/0/body'])
  t.strictSame(found(thread({}), thread({ document_ids: ['doc_2'] })).length, 1)
  t.strictSame(found(thread({}), thread({ document_ids: ['doc_2', 'doc_1'], subject: 'Key ', body: null })).length, 1)
  const files = (change: object) => list('listDocuments', { ...document, ...change })
  t.strictSame(found(files({}), files({ size_bytes: 0 })), ['documents.summary-has-size-bytes /data/0/size_bytes'])
  t.strictSame(found(files({}), files({ content_type: 'image/jpeg; q=1', created_at: '2026-03-01T10:00:00Z' })), [])
  const requests = (change: object) => list('listRevisionRequests', { ...request, ...change })
  t.strictSame(found(requests({}), requests({ reason: '', status: 'declined' })), [
    'revisions.record-has-reason /data/0/reason',
  ])
})

const order = (change: object = {}, updated_at = '2026-03-01T10:00:00.250Z') => ({
  id: 'ord_1',
  status: { code: 'new', label: 'New' },
  loan: { number: '7', add_ons: [] },
  notes: null,
  fees: { appraisal_fee: '550.00' },
  documents: [{ id: 'doc_1', size_bytes: 7 }],
  ...change,
  dates: { updated_at, due_date: '2026-04-01' },
})
const shown = (body: unknown) => exchangeOf({ operation: 'getOrder', url: at, body })

t.test('an order is shown alike while its `updated_at` stands', async (t) => {
  const loan = { number: '8', add_ons: [] }
  t.strictSame(found(shown(order()), shown(order({ loan }))), [
    'order.updated-at-moves-with-its-own-fields /loan/number',
  ])
  t.strictSame(found(shown(order()), shown(order({ fees: { appraisal_fee: null } }))), [
    'order.updated-at-moves-with-the-fee /fees/appraisal_fee',
  ])
  t.strictSame(found(shown(order()), shown(order({ documents: [] }))), [
    'order.updated-at-moves-with-a-document /documents',
  ])
  const created = exchangeOf({
    operation: 'createOrder',
    method: 'POST',
    sent: {},
    status: 201,
    body: order({ documents: [] }),
  })
  t.strictSame(found(created, shown(order({ documents: [], loan }))).length, 1, 'a create and a read')
})

t.test('what may differ: another moment, whole seconds, a write in between, wording, what is empty', async (t) => {
  const loan = { number: '8', add_ons: null }
  t.strictSame(found(shown(order()), shown(order({ loan }, '2026-03-01T10:00:00.251Z'))), [])
  const whole = '2026-03-01T10:00:00Z'
  t.strictSame(found(shown(order({}, whole)), shown(order({ loan }, whole))), [])
  const amended = exchangeOf({ operation: 'amendOrder', method: 'PATCH', url: at, sent: { loan }, body: {} })
  t.strictSame(found(shown(order()), amended, shown(order({ loan }))), [])
  const reworded = { status: { code: 'new', label: 'Received' }, loan: { number: '7', add_ons: null }, notes: [] }
  t.strictSame(found(shown(order()), shown(order(reworded))), [])
})

t.test('entries in another order, and times with and without their fraction, are the same', async (t) => {
  const never = () => false
  t.equal(differingAt([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], never), null)
  const [one, other] = [
    { a: 2, b: 1 },
    { a: 1, b: 2 },
  ]
  t.equal(
    differingAt(
      [one, other],
      [
        { b: 2, a: 1 },
        { b: 1, a: 2 },
      ],
      never,
    ),
    null,
    'members in another order',
  )
  t.equal(differingAt({ at: '2026-03-01T10:00:00.250Z' }, { at: '2026-03-01T10:00:00Z' }, never), null)
  t.equal(differingAt({ at: '2026-03-01T10:00:01Z' }, { at: '2026-03-01T10:00:00Z' }, never), '/at')
  t.equal(differingAt([{ a: 1 }], [{ a: 1 }, { a: 2 }], never, '/list'), '/list')
})

t.test('a field that the contract does not name may change at any time', async (t) => {
  const shown = (age: number) =>
    exchangeOf({
      url: at,
      body: order({
        status: { code: 'new', label: 'New', changed_at: '2026-03-01T10:00:00.250Z', age_in_seconds: age },
      }),
    })
  t.strictSame(found(shown(1), shown(2)), [])
})
