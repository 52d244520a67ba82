// PATCH /lenders/{lender_id}: what a company allows a lender, from the next request on.
import type { Lender } from '../../domain/records.ts'
import { findLender } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'

export const changeLender = controlOperation({
  id: 'changeLender',
  method: 'patch',
  path: '/lenders/{lender_id}',
  body: 'required',
  handle: async ({ services, params, body }) => {
    const lender = findLender(services, params['lender_id']!)
    const changed: Lender = { ...lender, ...(body as Partial<Lender>) }
    services.store.lenders.put(changed)
    await services.store.flush()
    return changed
  },
})
