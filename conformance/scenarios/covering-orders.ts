// Orders that together use every optional part in every pair, every product and every enumeration member; each read back.
import * as fc from 'fast-check'
import type { CatalogProduct } from '../generate/catalog-product.ts'
import { coveringOrders, type GeneratedOrder } from '../generate/composed-order.ts'
import { orderArbitrary } from '../generate/order-arbitrary.ts'
import { weekendDueDates } from '../generate/due-dates.ts'
import { lengthened } from '../generate/lengthened.ts'
import type { Ground } from '../generate/order-ground.ts'
import { validOrder } from '../generate/valid-order.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { isUnusable } from '../steps/amend.ts'
import { newestOrders } from '../steps/list-orders.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import type { Answered } from '../evidence/exchange.ts'
import { orderInputs, sendOrder, type SentOrder } from './order-inputs.ts'
import { portWith } from '../sut/control.ts'

type CoveringOrders = {
  /** The bare orders of the ground first. */
  sent: SentOrder[]
  unusable: { loan_purpose: string[]; property_type: string[] }
  /** The target's own clock just before and just after. */
  pings: [before: Answered, after: Answered]
}

/** Those that were accepted, with every look at them. */
export const acceptedOf = ({ sent }: CoveringOrders): (SentOrder & { looks: Answered[] })[] =>
  sent
    .filter(({ answer }) => succeeded(answer))
    .map((one) => ({ ...one, looks: one.read ? [one.answer, one.read] : [one.answer] }))

/** Those that were accepted and read. */
export const placedOf = ({ sent }: CoveringOrders): (SentOrder & { read: Answered })[] =>
  sent.filter((one): one is SentOrder & { read: Answered } => one.read !== null)

/** Where requests are plenty, random valid orders besides. */
const furtherOrders = (
  { effort, random }: StepContext,
  products: readonly CatalogProduct[],
  ground: Ground,
  covering: number,
): GeneratedOrder[] => {
  const numRuns = Math.floor(covering * (effort - 1))
  const seed = Math.floor(random() * 2 ** 31)
  return numRuns > 0 && products.length > 0 ? fc.sample(orderArbitrary(products, ground), { seed, numRuns }) : []
}

/** Two of them are due at a weekend. */
const atWeekends = (orders: readonly GeneratedOrder[], { today }: Ground): Map<GeneratedOrder, GeneratedOrder> =>
  new Map(
    weekendDueDates(today).flatMap((due_date, index) => {
      const order = orders[index]
      return order ? [[order, { ...order, request: { ...order.request, due_date } }]] : []
    }),
  )

const recordWeekend = ({ recordReading }: StepContext, { answer }: SentOrder, usual: SentOrder | null): void => {
  if (succeeded(answer)) recordReading('create.due-date-on-rest-days', 'accepted', answer)
  if (usual && succeeded(usual.answer)) recordReading('create.due-date-on-rest-days', 'status-422', answer)
}

/** How many are placed at once where no control port can stop the clock: two of them may get one age, as a list's order of ids needs it. */
const ofOneAge = 12

export const coveringOrdersPlaced: Scenario<CoveringOrders> = {
  id: 'covering-orders',
  async run(context) {
    const { client } = context
    const ping = (token: string | null = null) => client.call('ping', { token })
    const { coverage, ground, bare } = await context.shared(orderInputs)
    const { orders, unusable } = coveringOrders(coverage.orderable, ground)
    // The covering orders need not leave the case number out just where it is optional.
    const [product] = coverage.having.fha_optional
    const [place] = ground.places
    if (product) orders.push({ request: validOrder(product, ground), product, place: place! })
    orders.push(...furtherOrders(context, coverage.orderable, ground, orders.length))
    const before = await ping()
    const sent: SentOrder[] = []
    // Each pair is in several of them, so that a fourth of them read once more are enough.
    const longer = lengthened(orders)
    const dueAtWeekends = atWeekends(
      orders.filter((order) => !longer.has(order)),
      ground,
    )
    const send = async (order: GeneratedOrder, index: number): Promise<SentOrder> => {
      const readBack = index % 4 === 0 || context.effort > 1
      const other = longer.get(order) ?? dueAtWeekends.get(order)
      const one = await sendOrder(context, other ?? order, readBack)
      // A text may be too long for the target, and a company may not work on a day.
      const usual = other && isUnusable(one.answer) ? await sendOrder(context, order, readBack) : null
      if (dueAtWeekends.has(order)) recordWeekend(context, one, usual)
      return usual ?? one
    }
    const apart = portWith(context, 'holdClock') ? orders.length : Math.max(0, orders.length - ofOneAge)
    for (const [index, order] of orders.slice(0, apart).entries()) sent.push(await send(order, index))
    sent.push(...(await Promise.all(orders.slice(apart).map((order, index) => send(order, apart + index)))))
    // A ping needs no credential, and so takes one that nobody issued.
    const unissued = await ping('a-token-nobody-issued-0123456789')
    const after = succeeded(unissued) ? unissued : await ping()

    const wanted = sent.flatMap(({ answer }) => (succeeded(answer) ? [fieldAt(answer, '/id')] : []))
    // As far back as the first of these orders.
    await newestOrders(context, (items) => {
      const shown = new Set(items.map(({ id }) => id))
      return wanted.every((id) => shown.has(id))
    })
    return { sent: [...bare, ...sent], unusable, pings: [before, after] }
  },
}
