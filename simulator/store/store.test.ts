// The store against naive models: what a plain filter and sort over all rows would answer, the indexes must answer.
import * as fc from 'fast-check'
import t from 'tap'
import type { Document, Event, Message, Order, RevisionRequest, WebhookConfiguration } from '../domain/records.ts'
import { createStore } from './create-store.ts'
import { createEventIndex } from './event-index.ts'
import { createOrderIndex } from './order-index.ts'
import { findOrders } from './order-query.ts'
import { StoreError } from './store-error.ts'
import type { OrderKey } from './order-index.ts'
import type { EventFilter, OrderFilter } from './store.ts'

const ACCOUNT = 'len_a:sandbox'
const OTHER = 'len_b:sandbox'

/** Only what the store reads of an order; the rest of the record is the caller's affair. */
const order = ({ status, ...rest }: OrderKey) =>
  ({ ...rest, status: { code: status, changed_at: rest.updated_at } }) as Order

const facts = fc.record<OrderKey>({
  id: fc.integer({ min: 10, max: 45 }).map((n) => `ord_${n}`),
  account: fc.constantFrom(ACCOUNT, ACCOUNT, OTHER),
  created_at: fc.nat(6),
  updated_at: fc.nat(12),
  status: fc.constantFrom('new', 'on_hold', 'cancelled'),
  order_number: fc.constantFrom('1', '2', 'Ü\n3'),
  lender_reference: fc.constantFrom(null, '', 'REF', 'Réf\u2028'),
})

const orderStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), facts }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mutate' as const), facts }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), facts }) },
)

const filter = fc.record<OrderFilter>(
  {
    statuses: fc.array(fc.constantFrom('new', 'on_hold', 'cancelled', 'reactivated'), { maxLength: 3 }),
    updated_since: fc.nat(13),
    order_number: fc.constantFrom('1', '2', 'Ü\n3', '4'),
    lender_reference: fc.constantFrom('', 'REF', 'Réf\u2028', 'ref'),
  },
  { requiredKeys: [] },
)

const naively = (rows: Iterable<Order>, account: string, f: OrderFilter): string[] =>
  [...rows]
    .filter((row) => row.account === account)
    .filter((row) => f.statuses === undefined || f.statuses.includes(row.status.code))
    .filter((row) => f.updated_since === undefined || row.updated_at >= f.updated_since)
    .filter((row) => f.order_number === undefined || row.order_number === f.order_number)
    .filter((row) => f.lender_reference === undefined || (row.lender_reference ?? '') === f.lender_reference)
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .map((row) => row.id)

type Orders = {
  get(id: string): Order | undefined
  put(row: Order): void
  delete(id: string): void
  values(): Iterable<Order>
  page(account: string, f: OrderFilter, offset: number, limit: number): { ids: string[]; total: number }
}

async function wholeStore(): Promise<Orders> {
  const store = await createStore()
  return {
    ...store.orders,
    page(account, f, offset, limit) {
      const { rows, total } = store.listOrders(account, f, offset, limit)
      return { ids: rows.map((row) => row.id), total }
    },
  }
}

/** Tiny buckets, and nearly every answer counted bucket by bucket, as it is with very many orders. */
async function indexAlone(): Promise<Orders> {
  const rows = new Map<string, Order>()
  const index = createOrderIndex(4)
  return {
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row)
      index.put(row)
    },
    delete(id) {
      rows.delete(id)
      index.delete(id)
    },
    values: () => rows.values(),
    page(account, f, offset, limit) {
      const { keys, total } = findOrders(index, account, f, offset, limit, 2)
      return { ids: keys.map((key) => key.id), total }
    },
  }
}

for (const [name, open] of Object.entries({
  'the store': wholeStore,
  'the order index with tiny buckets': indexAlone,
})) {
  t.test(`${name} lists, under any filters and page size, what a filter and sort of all orders gives`, async (t) => {
    const input = [fc.array(orderStep, { maxLength: 80 }), fc.array(filter, { minLength: 1, maxLength: 6 })] as const
    await fc.assert(
      fc.asyncProperty(...input, fc.integer({ min: 1, max: 7 }), async (steps, filters, size) => {
        const orders = await open()
        for (const step of steps) {
          const there = orders.get(step.facts.id)
          if (step.do === 'delete') orders.delete(step.facts.id)
          else if (step.do === 'put' || there === undefined) orders.put(order(step.facts))
          else orders.put(Object.assign(there, order(step.facts)))
        }
        for (const f of filters) {
          for (const account of [ACCOUNT, OTHER, 'len_c:production']) {
            const expected = naively(orders.values(), account, f)
            const joined: string[] = []
            for (let offset = 0; offset <= expected.length; offset += size) {
              const { ids, total } = orders.page(account, f, offset, size)
              if (total !== expected.length) throw new Error(`total ${total}, expected ${expected.length}`)
              if (ids.length > size) throw new Error('a page is longer than asked')
              joined.push(...ids)
            }
            if (joined.join() !== expected.join()) throw new Error(`${joined.join()}, expected ${expected.join()}`)
          }
        }
      }),
      { numRuns: 300 },
    )
    t.pass('300 histories')
  })
}

t.test(
  'thousands of orders, where every way of answering is taken, are listed like a filter and sort would',
  async (t) => {
    const store = await createStore()
    const random = fc.sample(fc.nat(9999), { numRuns: 6000, seed: 7 })
    for (const [i, n] of random.entries()) {
      store.orders.put(
        order({
          id: `ord_${n}`,
          account: i % 5 === 0 ? OTHER : ACCOUNT,
          created_at: n % 700,
          updated_at: (n * 7) % 1000,
          status: ['new', 'on_hold', 'cancelled', 'awaiting_review', 'rare'][n % 50 === 0 ? 4 : n % 4] as string,
          order_number: `A-${n % 3}`,
          lender_reference: n % 2 === 0 ? 'SHARED' : null,
        }),
      )
    }
    const statuses = [undefined, ['new'], ['rare'], ['new', 'cancelled'], ['rare', 'on_hold', 'awaiting_review']]
    for (const s of statuses) {
      for (const updated_since of [undefined, 0, 500, 990]) {
        for (const order_number of [undefined, 'A-1']) {
          for (const lender_reference of [undefined, 'SHARED']) {
            const f = { statuses: s, updated_since, order_number, lender_reference }
            const expected = naively(store.orders.values(), ACCOUNT, f)
            for (const offset of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - 10), 9999]) {
              const page = store.listOrders(ACCOUNT, f, offset, 25)
              const ids = page.rows.map((row) => row.id)
              const same = page.total === expected.length && ids.join() === expected.slice(offset, offset + 25).join()
              if (!same) t.fail(`offset ${offset} of ${JSON.stringify(f)}`)
            }
          }
        }
      }
    }
    t.pass('80 filters, four pages each')
  },
)

t.test('updated_since takes in an order changed at that very instant', async (t) => {
  const store = await createStore()
  const row = { account: ACCOUNT, created_at: 1, status: 'new', order_number: '1', lender_reference: null }
  store.orders.put(order({ ...row, id: 'ord_1', updated_at: 1000 }))
  t.equal(store.listOrders(ACCOUNT, { updated_since: 1000 }, 0, 25).total, 1)
  t.equal(store.listOrders(ACCOUNT, { updated_since: 1001 }, 0, 25).total, 0)
})

t.test('an empty list of statuses finds nothing, as no status is in it', async (t) => {
  const store = await createStore()
  const row = { account: ACCOUNT, created_at: 1, status: 'new', order_number: '1', lender_reference: null }
  store.orders.put(order({ ...row, id: 'ord_1', updated_at: 1 }))
  t.same(store.listOrders(ACCOUNT, { statuses: [] }, 0, 25), { rows: [], total: 0 })
})

const event = (id: string, fields: Partial<Event> & { status?: string; next?: number | null } = {}) => {
  const { status = 'delivered', next = null, ...rest } = fields
  const delivery = { status, attempts: 0, last_attempt_at: null, next_attempt_at: next, last_response_status: null }
  return { id, account: ACCOUNT, type: 'order.created', created_at: 0, order_id: 'ord_1', ...rest, delivery } as Event
}

const eventStep = fc.record({
  gone: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  /** Only its status changes, where it is there. */
  attempted: fc.boolean(),
  id: fc.integer({ min: 10, max: 60 }).map((n) => `evt_${n}`),
  account: fc.constantFrom(ACCOUNT, ACCOUNT, OTHER),
  type: fc.constantFrom('order.created', 'order.completed', 'order.assigned'),
  order_id: fc.constantFrom('ord_1', 'ord_2', 'ord_3'),
  created_at: fc.nat(9),
  status: fc.constantFrom('pending', 'delivered', 'failed', 'not_subscribed', 'dead_lettered'),
})

const eventFilter = fc.record<EventFilter>(
  {
    after: fc.integer({ min: 9, max: 61 }).map((n) => `evt_${n}`),
    type: fc.constantFrom('order.created', 'order.completed', 'order.on_hold'),
    order_id: fc.constantFrom('ord_1', 'ord_2', 'ord_9'),
    delivery_status: fc.constantFrom('pending', 'failed', 'delivered', 'other'),
    not_before: fc.nat(10),
  },
  { requiredKeys: [] },
)

t.test('events are listed, under any filters, what a filter and sort of all events gives', async (t) => {
  const histories = fc.array(eventStep, { minLength: 30, maxLength: 80 })
  fc.assert(
    fc.property(
      histories,
      fc.array(eventFilter, { minLength: 10, maxLength: 10 }),
      fc.nat(9),
      (steps, filters, limit) => {
        const index = createEventIndex(4)
        const rows = new Map<string, Event>()
        for (const { gone, attempted, id, ...fields } of steps) {
          const before = attempted ? rows.get(id) : undefined
          const row = event(id, { ...(before ?? fields), status: fields.status })
          if (gone) {
            rows.delete(id)
            index.delete(id)
          } else {
            rows.set(id, row)
            index.put(row)
          }
          // What it works out for an answer must not outlive the next change.
          for (const f of filters.slice(0, 2)) index.find(ACCOUNT, f, limit)
        }
        return filters.every((f) => {
          const expected = [...rows.values()]
            .filter((row) => row.account === ACCOUNT)
            .filter((row) => f.after === undefined || row.id > f.after)
            .filter((row) => f.type === undefined || row.type === f.type)
            .filter((row) => f.order_id === undefined || row.order_id === f.order_id)
            .filter((row) => f.delivery_status === undefined || row.delivery.status === f.delivery_status)
            .filter((row) => f.not_before === undefined || row.created_at >= f.not_before)
            .map((row) => row.id)
            .toSorted()
            .slice(0, limit)
          return index.find(ACCOUNT, f, limit).join() === expected.join()
        })
      },
    ),
    { numRuns: 300 },
  )
  t.pass('300 histories, ten filters each')
})

t.test('undelivered events are those with an attempt to come, the never tried included', async (t) => {
  const store = await createStore()
  store.events.put(event('evt_5', { status: 'failed', next: 60_000 }))
  store.events.put(event('evt_1', { status: 'pending' }))
  store.events.put(event('evt_2', { status: 'dead_lettered' }))
  store.events.put(event('evt_3', { status: 'not_subscribed' }))
  store.events.put(event('evt_4', { status: 'pending', next: 0 }))
  const ids = () => store.undelivered().map((row) => row.id)
  t.same(ids(), ['evt_1', 'evt_4', 'evt_5'])
  store.events.put(event('evt_4', { status: 'delivered' }))
  store.events.delete('evt_1')
  t.same(ids(), ['evt_5'])
})

const at = (id: string, created_at: number, order_id = 'ord_1') => ({ id, created_at, order_id, account: ACCOUNT })

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id)

t.test('what depends on an order comes in reading order and follows changes of the very same object', async (t) => {
  const store = await createStore()
  for (const [n, time] of [3, 1, 2, 2].entries()) {
    store.documents.put(at(`doc_${n}`, time) as Document)
    store.messages.put(at(`msg_${n}`, time) as Message)
    store.revisions.put(at(`rr_${n}`, time) as RevisionRequest)
  }
  t.same(idsOf(store.documentsOf('ord_1')), ['doc_0', 'doc_3', 'doc_2', 'doc_1'])
  t.same(idsOf(store.messagesOf('ord_1')), ['msg_1', 'msg_2', 'msg_3', 'msg_0'])
  t.same(idsOf(store.revisionsOf('ord_1')), ['rr_0', 'rr_3', 'rr_2', 'rr_1'])
  t.same(store.documentsOf('ord_2'), [])

  const moved = store.documents.get('doc_0') as Document
  store.documents.put(Object.assign(moved, { order_id: 'ord_2' }))
  t.same(idsOf(store.documentsOf('ord_1')), ['doc_3', 'doc_2', 'doc_1'])
  t.same(idsOf(store.documentsOf('ord_2')), ['doc_0'])
  store.documents.delete('doc_2')
  t.same(idsOf(store.documentsOf('ord_1')), ['doc_3', 'doc_1'])
})

t.test('a webhook configuration is found by its account', async (t) => {
  const store = await createStore()
  store.webhooks.put({ account: ACCOUNT, enabled: true } as WebhookConfiguration)
  t.match(store.webhooks.get(ACCOUNT), { enabled: true })
  t.equal(store.webhooks.get(OTHER), undefined)
})

t.test('clear forgets rows, every view of them, and files', async (t) => {
  const store = await createStore()
  const row = { account: ACCOUNT, created_at: 1, updated_at: 1, order_number: '1', lender_reference: 'R' }
  store.orders.put(order({ ...row, id: 'ord_1', status: 'new' }))
  store.events.put(event('evt_1', { status: 'pending' }))
  store.messages.put({ id: 'msg_1', order_id: 'ord_1', created_at: 1 } as Message)
  await store.files.put('doc_1', Buffer.from('x'))
  await store.clear()
  t.equal(store.orders.size, 0)
  for (const f of [{}, { statuses: ['new'] }, { updated_since: 0 }, { order_number: '1' }, { lender_reference: 'R' }]) {
    t.same(store.listOrders(ACCOUNT, f, 0, 25), { rows: [], total: 0 })
  }
  t.same(store.listEvents(ACCOUNT, {}, 10), [])
  t.same(store.undelivered(), [])
  t.same(store.messagesOf('ord_1'), [])
  t.equal(await store.files.get('doc_1'), undefined)
  store.orders.put(order({ ...row, id: 'ord_2', status: 'new' }))
  t.equal(store.listOrders(ACCOUNT, {}, 0, 25).total, 1, 'and goes on afterwards')
})

t.test('a closed store refuses to promise durability', async (t) => {
  const store = await createStore()
  await store.close()
  await store.close()
  await t.rejects(
    store.flush(),
    new StoreError('store_closed', 'The store was expected to be open, but it is closed: create a new one.'),
  )
})
