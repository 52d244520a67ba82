// POST /orders: an order placed by the lender's staff in the company's portal, not by a credential (Events / order.created).
import { placeInPortal, type SentPortalOrder } from '../../company/place-in-portal.ts'
import { controlOperation } from '../operation.ts'

export const placePortalOrder = controlOperation({
  id: 'placePortalOrder',
  method: 'post',
  path: '/orders',
  status: 201,
  body: 'required',
  handle: ({ services, body }) => placeInPortal(services, body as SentPortalOrder),
})
