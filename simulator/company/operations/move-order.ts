// POST /orders/{order_id}/move: to another working status, in any direction.
import { companyMove } from '../../orders/company-move.ts'
import type { Move } from '../../orders/company-move.ts'
import { orderOperation } from '../order-operation.ts'

type Sent = Omit<Move, 'appointment_at'> & { to_status: string; appointment_at?: string }

export const moveOrder = orderOperation<Sent>({
  id: 'moveOrder',
  path: '/move',
  body: 'required',
  decide: ({ context, order, body }) => {
    const { to_status, appointment_at, ...more } = body
    const appointment = appointment_at === undefined ? {} : { appointment_at: Date.parse(appointment_at) }
    return companyMove(context, order, to_status, { ...more, ...appointment })
  },
})
