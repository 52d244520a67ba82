// The order in which the events of an order are returned when two channels show them.
import t from 'tap'
import type { Delivery } from '../evidence/delivery.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { StepContext } from '../kit/context.ts'
import { eventsOf, readFeed, readFeedNow } from './events-of.ts'

const order = 'ord_1'

const eventOf = (id: string) => ({
  id,
  type: 'order.resumed',
  created_at: '2026-03-16T09:12:30+00:00',
  data: { order_id: order },
})

const delivered = (id: string): Delivery => ({ id: `delivery-of-${id}`, json: eventOf(id) }) as unknown as Delivery

t.test('a feed of short pages is read to its end, one of empty pages is given up', async (t) => {
  const feed = (pages: unknown[][]) => {
    let asked = 0
    const call = async () => {
      const data = pages[asked] ?? []
      asked += 1
      return exchangeOf({ body: { data, next_cursor: asked < pages.length ? `evt_${asked}` : null } })
    }
    return readFeed({ client: { call } } as unknown as StepContext, {})
  }
  t.equal((await feed(Array.from({ length: 250 }, (_, i) => [eventOf(`evt_${i + 1}`)]))).length, 250)
  t.equal((await feed(Array.from({ length: 500 }, () => []))).length, 40)
})

t.test(
  'what the feed does not show yet follows in the order raised, in whichever order it was delivered',
  async (t) => {
    const call = async () => exchangeOf({ body: { data: [eventOf('evt_1')], next_cursor: null } })
    const receiver = { inbox: { all: ['evt_3', 'evt_1', 'evt_4', 'evt_2', 'evt_3'].map(delivered) } }
    const events = await eventsOf({ client: { call }, receiver } as unknown as StepContext, order)
    t.strictSame(
      events.map(({ id, via }) => [id, via]),
      [
        ['evt_1', 'feed'],
        ['evt_2', 'webhook'],
        ['evt_3', 'webhook'],
        ['evt_4', 'webhook'],
      ],
    )
  },
)

t.test('what is to be seen now waits for no turn, unless the target refuses it', async (t) => {
  const asked = async (...statuses: number[]) => {
    const turns: string[] = []
    const call = async (_operation: string, { unpaced = false }: { unpaced?: boolean }) => {
      turns.push(unpaced ? 'now' : 'in turn')
      const status = statuses[turns.length - 1] ?? 200
      return exchangeOf({ operation: 'listEvents', status, body: { data: [], next_cursor: null } })
    }
    await readFeedNow({ client: { call } } as unknown as StepContext, { order_id: order })
    return turns
  }
  t.strictSame(await asked(200), ['now'])
  t.strictSame(await asked(429, 200), ['now', 'in turn'])
})
