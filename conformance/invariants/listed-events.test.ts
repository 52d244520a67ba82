// Which answers hold events, and where each stands.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { listedEvents } from './listed-events.ts'

const page = { data: [{ id: 'evt_1' }, 'odd'], next_cursor: null }

t.test('the events of a page of the feed, whatever was sent as one', async (t) => {
  t.strictSame(listedEvents(exchangeOf({ operation: 'listEvents', body: page })), [
    { event: { id: 'evt_1' }, pointer: '/data/0' },
    { event: 'odd', pointer: '/data/1' },
  ])
})

t.test('no other answer has any', async (t) => {
  t.strictSame(listedEvents(exchangeOf({ operation: 'listOrders', body: page })), [])
  t.strictSame(listedEvents(exchangeOf({ operation: 'listEvents', status: 400, body: page })), [])
  for (const body of [{ data: {} }, {}, null, 'text'])
    t.strictSame(listedEvents(exchangeOf({ operation: 'listEvents', body })), [])
})
