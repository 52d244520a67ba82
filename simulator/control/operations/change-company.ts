// PATCH /companies/{company_id}: a company's policies; labels and review rules merge with those it has.
import type { Company } from '../../domain/records.ts'
import { findCompany } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { showCompany } from '../../company/show.ts'

type Change = Partial<Omit<Company, 'review_first' | 'status_labels'>> & {
  review_first?: Partial<Company['review_first']>
  status_labels?: Record<string, string | null>
}

const reworded = (kept: Record<string, string>, sent: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...kept, ...sent }).filter((entry): entry is [string, string] => entry[1] !== null),
  )

export const changeCompany = controlOperation({
  id: 'changeCompany',
  method: 'patch',
  path: '/companies/{company_id}',
  body: 'required',
  handle: async ({ services, params, body }) => {
    const company = findCompany(services, params['company_id']!)
    const { review_first, status_labels, ...fields } = body as Change
    const changed: Company = {
      ...company,
      ...fields,
      review_first: { ...company.review_first, ...review_first },
      status_labels: reworded(company.status_labels, status_labels ?? {}),
    }
    services.store.companies.put(changed)
    await services.store.flush()
    return showCompany(changed)
  },
})
