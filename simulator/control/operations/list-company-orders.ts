// GET /orders: orders of every lender, newest first, or those with all words of a search.
import type { Order } from '../../domain/records.ts'
import { newestFirst } from '../../store/compare.ts'
import { accountsOf, ownerOf } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

type Query = { status?: string; q?: string; page: number; per_page: number }

/** What a person remembers of an order, in one text. */
const words = ({ id, order_number, lender_reference, loan, property, borrowers }: Order): string => {
  const { street, city, state, postal_code } = property.address
  const names = borrowers.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  return [id, order_number, lender_reference, loan.number, street, city, state, postal_code, ...names].join(' ')
}

/** Whether every word that was asked for is in there, in any order and case. */
const finder = (q: string): ((order: Order) => boolean) => {
  const sought = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (order) => {
    const text = words(order).toLowerCase()
    return sought.every((word) => text.includes(word))
  }
}

const onlyOf = (rows: Order[]) => ({ rows, total: rows.length })

export const listCompanyOrders = controlOperation({
  id: 'listCompanyOrders',
  method: 'get',
  path: '/orders',
  query: true,
  handle: ({ services, query }) => {
    const { behaviour, store } = services
    const { status, q = '', page, per_page } = query as Query
    const filter = status === undefined ? {} : { statuses: [status] }
    // Each account's share of the page lies in its first `page * per_page` orders.
    const most = q.trim() === '' ? page * per_page : store.orders.size
    const all = accountsOf(services, query).map((account) => store.listOrders(account, filter, 0, most))
    const found = q.trim() === '' ? all : all.map(({ rows }) => onlyOf(rows.filter(finder(q))))
    const total = found.reduce((sum, one) => sum + one.total, 0)
    const rows = found.flatMap((one) => one.rows).toSorted(newestFirst)
    const data = rows.slice((page - 1) * per_page, page * per_page).map((order) => ({
      ...ownerOf(order),
      ...behaviour.present.listItem(order, store.companies.get(order.company_id)!),
    }))
    return { data, page, per_page, total, total_pages: Math.ceil(total / per_page) }
  },
})
