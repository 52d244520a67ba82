// GET /orders: the account's orders, filtered and paged (Endpoints / GET /orders).
import { answer, operation } from '../operation.ts'

export const listOrders = operation({
  id: 'listOrders',
  access: 'token',
  handle: (call) => {
    const { behaviour, clock, contract, store, texts } = call.services
    const { lists, present } = behaviour
    const paging = lists.paging(call.query)
    const filter = {
      statuses: lists.statuses(call.query, contract.enumerations.order_status),
      updated_since: lists.since(call.query, 'updated_since'),
      order_number: lists.value(call.query, 'order_number') ?? undefined,
      lender_reference: lists.value(call.query, 'lender_reference') ?? undefined,
    }
    const cut = { offset: paging.offset, limit: paging.per_page, now: clock.now() }
    const { rows, total } = lists.orders(store, behaviour.access.listed(call.account), filter, cut)
    if (texts) {
      const { data: _none, ...rest } = lists.envelope([], paging, total)
      const items = rows.map((order) => texts.listItem(order, call.company))
      return { status: behaviour.wire.successOf('listOrders'), ...texts.listed('data', items, rest) }
    }
    const items = rows.map((order) => present.listItem(order, call.company))
    return answer(call, 'listOrders', lists.envelope(items, paging, total))
  },
})
