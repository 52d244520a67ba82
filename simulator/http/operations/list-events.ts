// GET /events: the catch-up feed (Endpoints / GET /events).
import { answer, operation } from '../operation.ts'

export const listEvents = operation({
  id: 'listEvents',
  method: 'get',
  path: '/events',
  access: 'token',
  handle: (call) => {
    const { behaviour, clock, contract, store } = call.services
    const { feed, present } = behaviour
    const lists = { ...behaviour.lists, ...feed.paging }
    const perPage = lists.perPage(call.query)
    const filter = feed.asked({
      after: lists.value(call.query, 'after') ?? undefined,
      type: lists.member(call.query, 'type', contract.webhooks.event_types),
      order_id: lists.value(call.query, 'order_id') ?? undefined,
      delivery_status: lists.member(call.query, 'delivery_status', feed.deliveryStatuses),
      not_before: feed.notBefore(clock.now()),
    })
    const found = store.listEvents(call.account, filter, perPage + 1)
    const page = found.slice(0, perPage)
    const next_cursor = feed.nextCursor(page, found.length > perPage)
    return answer(call, 'listEvents', {
      data: feed.shown(page, filter).map((event) => present.event(event)),
      next_cursor,
    })
  },
})
