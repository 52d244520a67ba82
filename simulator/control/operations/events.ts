// Events and the attempts to deliver them.
import { ownersOf } from '../../engine/commit.ts'
import { byId } from '../../store/compare.ts'
import { accountsOf, ownerOf, absent } from '../../company/find.ts'
import type { ControlOperations } from '../operation.ts'
import { showAttempt } from '../../company/show.ts'

type Query = {
  order_id?: string
  type?: string
  delivery_status?: string
  after?: string
  sort: 'oldest' | 'newest'
  per_page: number
}

export const eventOperations = {
  /** Events of every lender in the order in which they were raised, or newest first, however old. */
  listRaisedEvents: {
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
  },
  /** One event, however old. */
  getRaisedEvent: {
    handle: ({ services, params }) => {
      const id = params['event_id']!
      const event = services.store.events.get(id)
      if (!event) throw absent('event', id, 'GET /events')
      return { ...services.behaviour.present.event(event), ...ownerOf(event) }
    },
  },
  /** What was sent and what came back, attempt by attempt. */
  listAttempts: {
    handle: ({ services, params }) => {
      const id = params['event_id']!
      const attempts = services.outbox.attemptsOf(id)
      if (attempts.length === 0 && !services.store.events.get(id)) throw absent('event', id, 'GET /events')
      return { data: attempts.map(showAttempt) }
    },
  },
  /** One more attempt now, outside the schedule. */
  redeliverEvent: {
    handle: async ({ services, params }) => {
      const id = params['event_id']!
      if (!services.store.events.get(id)) throw absent('event', id, 'GET /events')
      const attempt = await services.outbox.redeliver(id)
      await services.store.flush()
      return { attempt: showAttempt(attempt) }
    },
  },
} satisfies ControlOperations
