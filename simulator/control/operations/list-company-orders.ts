// GET /orders: orders of every lender, newest first.
import { newestFirst } from '../../store/compare.ts'
import { accountsOf, ownerOf } from '../find.ts'
import { controlOperation } from '../operation.ts'

type Query = { status?: string; page: number; per_page: number }

export const listCompanyOrders = controlOperation({
  id: 'listCompanyOrders',
  method: 'get',
  path: '/orders',
  query: true,
  handle: ({ services, query }) => {
    const { behaviour, store } = services
    const { status, page, per_page } = query as Query
    const filter = status === undefined ? {} : { statuses: [status] }
    // Each account's share of the page lies in its first `page * per_page` orders.
    const found = accountsOf(services, query).map((account) => store.listOrders(account, filter, 0, page * per_page))
    const total = found.reduce((sum, one) => sum + one.total, 0)
    const rows = found.flatMap((one) => one.rows).toSorted(newestFirst)
    const data = rows.slice((page - 1) * per_page, page * per_page).map((order) => ({
      ...ownerOf(order),
      ...behaviour.present.listItem(order, store.companies.get(order.company_id)!),
    }))
    return { data, page, per_page, total, total_pages: Math.ceil(total / per_page) }
  },
})
