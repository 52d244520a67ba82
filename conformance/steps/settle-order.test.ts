// How often orders that come to rest in their own time are looked at: the first shows the others how long to leave them alone.
import t from 'tap'
import type { StepContext } from '../kit/context.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { statusOf } from './order-state.ts'
import { settleOrder } from './settle-order.ts'

/** An order leaves `off_hold` a moment after its first look, or never. */
const restingAfter = (ms: number) => {
  const began = Date.now()
  const looks = new Map<string, number>()
  const call = async (_operation: string, { params }: { params: { order_id: string } }) => {
    looks.set(params.order_id, (looks.get(params.order_id) ?? 0) + 1)
    return exchangeOf({ body: { status: { code: Date.now() - began >= ms ? 'new' : 'off_hold' } } })
  }
  const context = { control: null, plans: {}, client: { call } } as unknown as StepContext
  return { context, looks }
}

const ids = ['ord_1', 'ord_2', 'ord_3', 'ord_4']

t.test('of several at once one is looked at until it rests, and the others then', async (t) => {
  const { context, looks } = restingAfter(900)
  const settled = await Promise.all(ids.map((id) => settleOrder(context, id)))
  t.strictSame(settled.map(statusOf), ['new', 'new', 'new', 'new'])
  t.ok(looks.get('ord_1')! > 1)
  t.strictSame(
    ids.slice(1).map((id) => looks.get(id)),
    [1, 1, 1],
  )
})

t.test('where orders rest at once, each is looked at once', async (t) => {
  const { context, looks } = restingAfter(0)
  for (const id of ids) await settleOrder(context, id)
  t.strictSame([...looks.values()], [1, 1, 1, 1])
})

t.test('a failed look at the first does not keep the others from being looked at', async (t) => {
  const { context, looks } = restingAfter(0)
  const { call } = context.client
  let isFirst = true
  context.client.call = (...given) => {
    if (!isFirst) return call(...given)
    isFirst = false
    return Promise.reject(new Error('no answer'))
  }
  const [first, ...others] = await Promise.allSettled(ids.map((id) => settleOrder(context, id)))
  t.equal(first!.status, 'rejected')
  t.ok(others.every(({ status }) => status === 'fulfilled'))
  t.strictSame([...looks.values()], [1, 1, 1])
})
