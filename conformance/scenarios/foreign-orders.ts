// An order of main, and under the same idempotency key one by each other credential that may order: whose is whose.
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import type { Scenario } from '../kit/context.ts'
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
    // What main's order raises after the others has come where theirs would have come before it.
    await act(context, 'cancel', placed.id, 'The loan was withdrawn.')
    return { placed, others }
  },
}

export const idOf = (answer: Answered | undefined): string | null => {
  const id = answer && fieldAt(answer, '/id')
  return typeof id === 'string' ? id : null
}
