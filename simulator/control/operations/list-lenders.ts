// GET /lenders: the lender accounts with what their companies allow them.
import { controlOperation } from '../operation.ts'

export const listLenders = controlOperation({
  id: 'listLenders',
  method: 'get',
  path: '/lenders',
  handle: ({ services }) => ({ data: [...services.store.lenders.values()] }),
})
