// POST /orders/{order_id}/internal-notes: company and appraiser among themselves; the lender never sees it.
import { internalNote } from '../../orders/company-message.ts'
import { orderOperation } from '../order-operation.ts'
import { showMessage } from '../show.ts'

export const addInternalNote = orderOperation<{ from: 'manager' | 'appraiser'; subject?: string | null; body: string }>(
  {
    id: 'addInternalNote',
    path: '/internal-notes',
    status: 201,
    body: 'required',
    decide: ({ context, order, body }) => internalNote(context, order, body),
    show: (services, { messages }) => ({ message: showMessage(services, messages![0]!) }),
  },
)
