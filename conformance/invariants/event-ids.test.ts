// Events that lie apart in time have ids in that order, in whichever order they are shown.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Delivery } from '../evidence/delivery.ts'
import { createSecrets } from '../sut/secrets.ts'
import { eventIdsDelivered, eventIdsRead } from './event-ids.ts'
import { createMemory, type Memory } from './invariant.ts'

const placed = (id = 'ord_1', role: 'main' | 'other_lender' = 'main') =>
  exchangeOf({ operation: 'createOrder', role, status: 201, body: { id } })

type Shown = [id: string, created_at: string]

const record = ([id, created_at]: Shown, order_id = 'ord_1') => ({
  id,
  created_at,
  type: 'order.created',
  data: { order_id },
})

const feedOf = (role: 'main' | 'main_second', ...events: Shown[]) =>
  exchangeOf({ operation: 'listEvents', role, body: { data: events.map((one) => record(one)) } })
const feed = (...events: Shown[]) => feedOf('main', ...events)

const delivery = (event: Shown): Delivery => ({ id: 'd1', json: record(event) }) as Partial<Delivery> as Delivery

const judged = (steps: readonly ((memory: Memory) => { passed: boolean }[])[]): boolean[] => {
  const memory = createMemory(createSecrets())
  return steps.flatMap((step) => step(memory)).map(({ passed }) => passed)
}

const read = (exchange: ReturnType<typeof feed>) => (memory: Memory) => eventIdsRead.assert(exchange, memory)
const sent = (event: Shown) => (memory: Memory) => eventIdsDelivered.assert(delivery(event), memory)

const first: Shown = ['evt_5', '2026-03-02T10:00:00Z']
const late: Shown = ['evt_4', '2026-03-14T10:00:00Z']

t.test('ids and times', async (t) => {
  t.strictSame(judged([read(placed()), read(feed(first, ['evt_6', late[1]]))]), [true])
  t.strictSame(judged([read(placed()), read(feed(first, late))]), [false])
  t.strictSame(judged([read(placed()), read(feed(late)), read(feed(first))]), [false], 'the later one was shown first')
  t.strictSame(judged([read(placed()), sent(first), sent(late), sent(late)]), [false], 'once for each event')
})

t.test('what is not judged', async (t) => {
  const soon: Shown = ['evt_4', '2026-03-02T10:00:59Z']
  t.strictSame(judged([read(placed()), read(feed(first, soon))]), [], 'clocks that disagree by some seconds')
  t.strictSame(judged([read(placed('ord_1', 'other_lender')), read(feed(first, late))]), [], 'another account')
  t.strictSame(judged([read(feed(first, late))]), [], 'an order that was not placed in the run')
  t.strictSame(judged([read(placed()), read(feed(['evt_4', 'soon'], first))]), [], 'no time at all')
  t.strictSame(judged([read(placed()), sent(late), read(feed(first))]), [], 'a channel that dates them otherwise')
  const second = feedOf('main_second', late)
  t.strictSame(judged([read(placed()), read(feed(first)), read(second)]), [], 'a credential with ids of its own')
})
