// An order by the credential of a role, and its assignment to an appraiser.
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { create } from '../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../steps/read.ts'
import type { Scenario } from '../kit/context.ts'
import type { Role } from '../evidence/roles.ts'

/** Its id. */
export const assignedOrderOf = (role: Role): Scenario<string> => ({
  id: `assigned-order-of-${role}`,
  async run(context) {
    const body = orderBody(context, await pickProduct(context, { role }))
    const placed = requireSuccess(await create(context, body, { role }))
    const params = { order_id: textAt(placed, '/id') }
    const moves = [...(fieldAt(placed, '/status/code') === 'pending_review' ? ['new'] : []), 'appraiser_assigned']
    for (const to_status of moves)
      requireSuccess(await context.client.call('advanceOrder', { params, json: { to_status }, role }))
    return params.order_id
  },
})
