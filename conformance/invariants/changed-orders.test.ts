// Shows that an order which changes without its `updated_at` is found once time has passed, and what says nothing.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Answered } from '../evidence/exchange.ts'
import { createSecrets } from '../sut/secrets.ts'
import { changedOrders } from './changed-orders.ts'
import { createMemory } from './invariant.ts'

/** The run has placed the order whose times tell how late it is. */
const found = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return [created(-1_000, { id: 'ord_2', updated: 0, changed: 0 }), ...exchanges]
    .flatMap((one) => changedOrders.assert(one, memory))
    .map(({ passed, rule, pointer }) => `${passed} ${rule} ${pointer}`)
}

const time = (ms: number): string => new Date(Date.parse('2026-03-01T10:00:00Z') + ms).toISOString()

type Given = { id?: string; updated?: number; changed?: number; code?: string; documents?: string[]; due?: string }

const order = ({
  id = 'ord_1',
  updated = 250,
  changed = 250,
  code = 'new',
  documents = [],
  due = '2026-04-01',
}: Given) => ({
  id,
  status: { code, label: code, changed_at: time(changed) },
  documents: documents.map((one) => ({ id: one })),
  dates: { created_at: time(0), updated_at: time(updated), due_date: due },
})

/** `at` is when it was sent, by the clock of the suite. */
const read = (at: number, given: Given = {}): Answered =>
  exchangeOf({
    operation: 'getOrder',
    url: `https://target.test/v1/orders/${given.id ?? 'ord_1'}`,
    startedAt: at,
    body: order(given),
  })
const created = (at: number, given: Given = {}): Answered =>
  exchangeOf({ operation: 'createOrder', method: 'POST', sent: {}, status: 201, startedAt: at, body: order(given) })

const amended = exchangeOf({ operation: 'amendOrder', method: 'PATCH', sent: {}, body: {} })
const other = (at: number, updated: number) => read(at, { id: 'ord_2', updated })

const moved = 'false order.updated-at-moves-with-a-date /dates/updated_at'
const filed = 'false order.updated-at-moves-with-a-document /dates/updated_at'

t.test('what changes later than another order shows, whatever was written in between', async (t) => {
  t.strictSame(found(other(0, 3_000), read(10), amended, read(20, { due: '2026-05-01' })), [moved])
  const whole = [read(10, { updated: 0 }), read(20, { updated: 0, documents: ['doc_1'] })]
  t.strictSame(found(other(0, 63_000), ...whole), [filed])
  t.strictSame(found(other(0, 3_000), read(10), read(20), read(30, { due: '2026-05-01' })), [moved])
})

t.test('a status that changes while `updated_at` stands to the fraction of a second', async (t) => {
  const working = { code: 'appraiser_assigned', changed: 650 }
  t.match(found(read(0), read(10, working)), [/^false order\.updated-at-moves-with-the-status/])
  t.strictSame(found(read(0), read(10, { ...working, changed: 251 })), [], 'two times of one change')
  t.strictSame(
    found(read(0, { updated: 0, changed: 0 }), read(10, { ...working, updated: 0, changed: 1_000 })),
    [],
    'whole seconds',
  )
  const filed = { updated: 650 }
  t.strictSame(found(read(0, filed), read(10, { ...working, ...filed })), [], 'a clock that stands still')
})

t.test(
  'what says nothing: no later time, a later one that came afterwards, reads at one time, a moved `updated_at`',
  async (t) => {
    const after = { due: '2026-05-01' }
    t.strictSame(found(read(10), read(20, after)), [])
    const stranger = read(0, { id: 'ord_3', updated: 3_000 })
    t.strictSame(found(stranger, read(10), read(20, after)), [], 'a later time of an order of others')
    t.strictSame(found(other(0, 2_000), read(10), read(20, after)), [])
    const whole = { updated: 0, changed: 0 }
    const ahead = found(other(0, 5_000), read(10, whole), read(20, { ...whole, ...after }))
    t.strictSame(ahead, [], 'in one second, by a clock that is behind that of another order')
    t.strictSame(found(read(10), other(15, 3_000), read(20, after)), [])
    t.strictSame(found(other(10, 3_000), read(10), read(20, after)), [])
    t.strictSame(found(other(0, 3_000), read(10), read(10, after)), [])
    t.strictSame(found(other(0, 3_000), read(10), read(20, { ...after, updated: 3_250 })), [])
    t.strictSame(found(other(0, 3_000), created(10), read(20, { documents: ['doc_1'] })), [], 'documents of a create')
    t.strictSame(found(other(0, 3_000), read(10, after), created(20), read(30, after)), [], 'the first answer again')
  },
)
