// Orders that have one age: placed by the lender's staff while a control port holds the clock, else close together.
import type { Scenario, StepContext } from '../kit/context.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { create } from '../steps/place-order.ts'
import { textAt } from '../steps/read.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { accountOf } from './account-of.ts'

type Placed = { order?: { id?: unknown; dates?: { created_at?: unknown } } }

const held = { orders: 5, tries: 3, milliseconds: 300 }

// Every one of these is a request of the run's own, and whether two of them have one age is luck.
const ownAtOnce = 12

const twinsIn = (placed: readonly Placed[]): number => {
  const times = placed.map(({ order }) => order?.dates?.created_at)
  return times.length - new Set(times).size
}

/** Whether some have one age. */
const heldClock = async (context: StepContext): Promise<boolean> => {
  const { control, orders, environment, shared } = context
  if (!control) return false
  const lender_id = textAt(await shared(accountOf('main')), '/lender/id')
  const product = await pickProduct(context)
  const place = async (): Promise<Placed> => {
    const placed = (await control.ask('POST', '/orders', {
      lender_id,
      environment,
      order: orderBody(context, product),
    })) as Placed
    if (typeof placed.order?.id === 'string') orders.created(placed.order.id)
    return placed
  }
  try {
    // A slow machine may need longer for them.
    for (let tried = 1; tried <= held.tries; tried += 1) {
      const hold = control.holdClock(held.milliseconds * tried).catch(() => null)
      const placed = await Promise.all(Array.from({ length: held.orders }, place))
      await hold
      if (twinsIn(placed) >= held.orders - 2) return true
    }
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
  return false
}

export const orderBurst: Scenario<void> = {
  id: 'order-burst',
  async run(context) {
    if (await heldClock(context)) return
    const product = await pickProduct(context)
    await Promise.all(Array.from({ length: ownAtOnce }, () => create(context, orderBody(context, product))))
  },
}
