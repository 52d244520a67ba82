// Which event the scenario waits for when an order comes off hold.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { findEvent, type SeenEvent } from '../steps/events-of.ts'
import { offHoldEndEvent } from './held-order.ts'

const order = (code: string): Answered => exchangeOf({ body: { status: { code } } })

const event = (id: string, type: string, data: Record<string, unknown>): SeenEvent => ({
  id,
  type,
  createdAt: '2026-01-01T00:00:00Z',
  data,
  source: 'x1',
  via: 'feed',
})

const change = (id: string, from: string, to: string): SeenEvent =>
  event(id, 'order.status_changed', { previous_status: { code: from }, status: { code: to } })

const created = change('evt_1', 'new', 'new')
const held = event('evt_2', 'order.on_hold', { status: { code: 'on_hold' } })
const back = change('evt_3', 'off_hold', 'new')

t.test('a change that was raised before the resume is not the end of the hold', async (t) => {
  for (const earlier of [[created, held], [held]]) {
    const [wanted] = offHoldEndEvent(order('off_hold'), order('new'), earlier)
    t.notOk(findEvent([created, held], wanted!), 'the feed shows the end of the hold a moment later')
    t.equal(findEvent([created, held, back], wanted!), back)
  }
})

t.test('an order that still rests has nothing to show', async (t) => {
  t.same(offHoldEndEvent(order('off_hold'), order('off_hold'), []), [])
  t.same(offHoldEndEvent(order('new'), order('new'), []), [])
})
