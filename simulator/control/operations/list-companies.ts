// GET /companies: the companies with their policies and catalogs.
import { controlOperation } from '../operation.ts'
import { showCompany } from '../../company/show.ts'

export const listCompanies = controlOperation({
  id: 'listCompanies',
  method: 'get',
  path: '/companies',
  handle: ({ services }) => ({ data: [...services.store.companies.values()].map(showCompany) }),
})
