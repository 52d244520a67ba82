// POST /lenders: another lender account; POST /clients gives it credentials.
import type { Lender } from '../../domain/records.ts'
import { findCompany } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { taken } from '../../calls/unusable.ts'

type Sent = Partial<Lender> & Pick<Lender, 'name' | 'company_id'>

export const addLender = controlOperation({
  id: 'addLender',
  method: 'post',
  path: '/lenders',
  status: 201,
  body: 'required',
  handle: async ({ services, body }) => {
    const { ids, clock, store } = services
    const sent = body as Sent
    findCompany(services, sent.company_id)
    const id = sent.id ?? ids.next('len', clock.now())
    if (store.lenders.get(id)) throw taken('lender', id)
    const allowed = { may_cancel: true, may_amend: true, may_message_appraiser: true }
    const lender: Lender = { billing: 'invoiced', ...allowed, ...sent, id }
    store.lenders.put(lender)
    await store.flush()
    return lender
  },
})
