// An order that nobody touches, on a target without a control port: it may wait, or be moved by a company that reports it.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy, type Call, type Reply } from './busy-target.ts'

const rule = 'lifecycle.new-order-waits-for-assignment'
const waits = 'lifecycle.untouched-order-waits'

t.test('it may wait for as long as the run lasts', async (t) => {
  expectNoBlame(t, await judgeBusy(t, { isUncontrolled: true }, waits), rule)
})

t.test('it may be moved where an event reports it', async (t) => {
  const reads = new Map<string, number>()
  let moved = 0
  const busy: Busy = {
    isUncontrolled: true,
    async before({ name, order }, company) {
      if (order === null || name !== `GET /orders/${order}`) return
      reads.set(order, (reads.get(order) ?? 0) + 1)
      if (reads.get(order) === 2)
        await company('POST', `/orders/${order}/move`, { to_status: 'appraiser_accepted' }).then(
          () => (moved += 1),
          () => undefined,
        )
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, waits), rule)
  t.ok(moved > 0, 'the company has moved an order')
})

t.test('one that shows another status that no event reports is found', async (t) => {
  const reads = new Map<string, number>()
  const after = ({ name, order }: Call, { body }: Reply): unknown => {
    if (order === null || name !== `GET /orders/${order}`) return body
    reads.set(order, (reads.get(order) ?? 0) + 1)
    const shown = body as { status?: { code?: string } }
    if (shown.status?.code !== 'new' || reads.get(order) === 1) return body
    return { ...shown, status: { ...shown.status, code: 'appraiser_accepted' } }
  }
  const judged = await judgeBusy(t, { isUncontrolled: true, after }, waits)
  expectBlame(t, judged, rule, 'order.updated-at-moves-with-the-status')
})
