// GET /orders/{order_id}/moves: what either side can do with the order now, and why it cannot do the rest.
import { contextOf } from '../../engine/commit.ts'
import { companyMoves } from '../company-moves.ts'
import { findOrder } from '../../store/find.ts'
import { lenderMoves } from '../lender-moves.ts'
import { controlOperation } from '../operation.ts'

export const listMoves = controlOperation({
  id: 'listMoves',
  method: 'get',
  path: '/orders/{order_id}/moves',
  handle: ({ services, params }) => {
    const order = findOrder(services, params['order_id']!)
    // Whatever is decided here is thrown away, so that no identifier is used up.
    const context = { ...contextOf(services, order), nextId: (prefix: string) => `${prefix}_none` }
    return {
      status: order.status.code,
      company: companyMoves(services, context, order),
      lender: lenderMoves(services, context, order),
    }
  },
})
