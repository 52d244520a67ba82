// An order of main, and under the same idempotency key one by each other credential that may order: whose is whose.
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { comingDueDate } from '../generate/due-dates.ts'
import { act } from '../steps/act.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { create, placeOrder, type PlacedOrder } from '../steps/place-order.ts'
import { fieldAt } from '../steps/read.ts'

type ForeignOrders = {
  placed: PlacedOrder
  /** By the role that placed them; none of a role that the profile does not name. */
  others: Partial<Record<Role, Answered>>
}

/** Another credential of main's account, and another account. */
const roles: readonly Role[] = ['main_second', 'other_lender']

const dayMs = 86_400_000

/** What the company does to an order, each with an event of its own. A port may serve the orders of one lender alone. */
const actAsCompany = async ({ control, now }: StepContext, id: string): Promise<void> => {
  const acts: [path: string, body: object][] = [
    ['due-date', { due_date: comingDueDate(now() + 9 * dayMs) }],
    ['fee', { appraisal_fee: '512.40', reason: 'a longer drive' }],
    ['messages', { from: 'manager', body: 'The appraiser has the gate code.' }],
    ['documents', { kind: 'supporting' }],
  ]
  for (const [path, body] of acts)
    try {
      await control?.ask('POST', `/orders/${id}/${path}`, body)
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
    }
}

export const foreignOrders: Scenario<ForeignOrders> = {
  id: 'foreign-orders',
  async run(context) {
    const placed = await placeOrder(context)
    const others: ForeignOrders['others'] = {}
    for (const role of roles.filter((one) => context.has(one))) {
      // Another lender orders from a catalog of its own.
      const product = role === 'main_second' ? null : await pickProduct(context, { role })
      const body = product ? orderBody(context, product) : placed.body
      others[role] = await create(context, body, { key: placed.key, role })
    }
    const theirs = idOf(others.other_lender)
    if (theirs !== null) await actAsCompany(context, theirs)
    // What main's order raises after the others has come where theirs would have come before it.
    await act(context, 'cancel', placed.id, 'The loan was withdrawn.')
    return { placed, others }
  },
}

export const idOf = (answer: Answered | undefined): string | null => {
  const id = answer && fieldAt(answer, '/id')
  return typeof id === 'string' ? id : null
}
