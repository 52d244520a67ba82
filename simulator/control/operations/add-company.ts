// POST /companies: another company, with the policies and the catalog of one there is where nothing else is sent.
import type { Company } from '../../domain/records.ts'
import { findCompany } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { taken } from '../../calls/unusable.ts'
import { showCompany } from '../../company/show.ts'

type Sent = Partial<Omit<Company, 'review_first'>> & {
  name: string
  like?: string
  review_first?: Partial<Company['review_first']>
}

const firstNumber = 10001

export const addCompany = controlOperation({
  id: 'addCompany',
  method: 'post',
  path: '/companies',
  status: 201,
  body: 'required',
  handle: async ({ services, body }) => {
    const { ids, clock, store } = services
    const { like, review_first, ...fields } = body as Sent
    const model = findCompany(services, like ?? [...store.companies.values()][0]?.id ?? '')
    const id = fields.id ?? ids.next('cmp', clock.now())
    if (store.companies.get(id)) throw taken('company', id)
    const company: Company = {
      ...structuredClone(model),
      ...fields,
      id,
      review_first: { ...model.review_first, ...review_first },
      next_order_number: firstNumber,
    }
    store.companies.put(company)
    await store.flush()
    return showCompany(company)
  },
})
