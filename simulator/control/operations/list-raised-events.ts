// GET /events: events of every lender in the order in which they were raised, or newest first, however old.
import { ownersOf } from '../../engine/commit.ts'
import { byId } from '../../store/compare.ts'
import { accountsOf, ownerOf } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

type Query = {
  order_id?: string
  type?: string
  delivery_status?: string
  after?: string
  sort: 'oldest' | 'newest'
  per_page: number
}

export const listRaisedEvents = controlOperation({
  id: 'listRaisedEvents',
  method: 'get',
  path: '/events',
  query: true,
  handle: ({ services, query }) => {
    const { behaviour, store } = services
    const { order_id, type, delivery_status, after, sort, per_page } = query as Query
    const newest_first = sort === 'newest'
    const filter = { order_id, type, delivery_status, after, newest_first }
    const found = accountsOf(services, query)
      .flatMap((account) => ownersOf(services, account))
      .flatMap((account) => store.listEvents(account, filter, per_page + 1))
      .toSorted((a, b) => (newest_first ? byId(b, a) : byId(a, b)))
    const page = found.slice(0, per_page)
    const data = page.map((event) => ({ ...behaviour.present.event(event), ...ownerOf(event) }))
    return { data, next_cursor: found.length > per_page ? page.at(-1)!.id : null }
  },
})
