// Which events show that an order moved on its own, so that an answer that finds it elsewhere is not blamed.
import t from 'tap'
import type { StepContext } from '../kit/context.ts'
import { hasMovedOn } from './execute-plan.ts'

const change = (from: string, to: string) => ({
  type: 'order.status_changed',
  data: { previous_status: { code: from }, status: { code: to } },
})
const held = { type: 'order.on_hold', data: { status: { code: 'on_hold' } } }
const resumed = { type: 'order.resumed', data: { status: { code: 'off_hold' } } }

const after = (events: readonly { type: string; data: object }[]): StepContext => {
  const data = events.map((event, index) => ({ ...event, id: `evt_${index}`, created_at: '2026-01-01T00:00:00Z' }))
  const body = Buffer.from(JSON.stringify({ data, next_cursor: null }))
  const page = { id: 'x1', operation: 'listEvents', response: { status: 200, headers: [], body } }
  const context = {
    client: { call: async () => page },
    receiver: null,
    patience: { feed: 0 },
    eventually: (look: () => Promise<unknown>) => look(),
  }
  return context as unknown as StepContext
}

const assigned = change('new', 'appraiser_assigned')
const accepted = change('appraiser_assigned', 'appraiser_accepted')

const onHold = (...events: { type: string; data: object }[]) =>
  hasMovedOn(after(events), 'ord_1', ['appraiser_assigned'], 'appraiser_accepted', 'order.on_hold')

t.test('a hold may remember the status that the order came to before it', async (t) => {
  t.ok(await onHold(assigned, accepted, held), 'the feed has the hold already')
  t.ok(await onHold(assigned, accepted), 'and not yet')
  t.ok(await onHold(assigned, accepted, held, change('appraiser_accepted', 'on_hold')), 'a hold may raise both events')
})

t.test('and no other', async (t) => {
  t.notOk(await onHold(assigned, held), 'it never came there')
  t.notOk(await onHold(assigned, accepted, change('appraiser_accepted', 'borrower_contacted'), held), 'it left again')
  t.notOk(await onHold(assigned, accepted, held, resumed, held), 'it came there before a hold before')
})

t.test('of any other answer what came before the last action excuses nothing', async (t) => {
  const context = after([assigned, accepted, held])
  t.notOk(await hasMovedOn(context, 'ord_1', ['appraiser_assigned'], 'appraiser_accepted'))
})
