// An order with revision requests that the lender's staff opened so close together that some have the same age.
import type { Scenario } from '../kit/context.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { newOrder } from '../steps/place-order.ts'

type Opened = { revision_request?: { created_at?: unknown } }

const rounds = 6
const atOnce = 6
const enough = 3
const heldMs = 200

/** Gives the id of the order. */
export const revisionBurst: Scenario<string> = {
  id: 'revision-burst',
  async run(context) {
    const { control, orders } = context
    if (!control) throw blocked('no-control-url')
    const { id } = await newOrder(context)
    await control.ask('POST', `/orders/${id}/cancel`, { reason: 'The loan was withdrawn.' })
    orders.settled(id)
    const open = () =>
      control.ask('POST', `/orders/${id}/revision-requests`, { kind: 'correction', reason: 'A test of lists.' })
    let twins = 0
    // A slow machine may need longer for them; a port that cannot hold the clock leaves it to luck.
    for (let round = 1; round <= rounds && twins < enough; round += 1) {
      const hold = control.holdClock(heldMs * round).catch(() => null)
      const opened = (await Promise.all(Array.from({ length: atOnce }, open))) as Opened[]
      await hold
      const times = opened.map(({ revision_request }) => revision_request?.created_at)
      twins += times.length - new Set(times).size
    }
    return id
  },
}
