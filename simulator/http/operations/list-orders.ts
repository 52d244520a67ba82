// GET /orders: the account's orders, filtered and paged (Endpoints / GET /orders).
import { joined } from '../../lib/joined.ts'
import type { Call } from '../operation.ts'
import { answer, operation } from '../operation.ts'

const found = (call: Call) => {
  const { behaviour, clock, contract, store } = call.services
  const { lists } = behaviour
  const paging = lists.paging(call.query)
  const filter = {
    statuses: lists.statuses(call.query, contract.enumerations.order_status),
    updated_since: lists.since(call.query, 'updated_since'),
    order_number: lists.value(call.query, 'order_number') ?? undefined,
    lender_reference: lists.value(call.query, 'lender_reference') ?? undefined,
  }
  const cut = { offset: paging.offset, limit: paging.per_page, now: clock.now() }
  return { paging, ...lists.orders(store, behaviour.access.listed(call.account), filter, cut) }
}

export const listOrders = operation({
  id: 'listOrders',
  access: 'token',
  handle: (call) => {
    const { account, company, request, services } = call
    const { behaviour, store, texts } = services
    const { lists, present } = behaviour
    if (texts) {
      const { status_labels, catalog } = company
      const madeOf = [store.changes()['orders'], status_labels, catalog]
      return texts.pages.page(joined(account, ' ', request.url!), madeOf, 0, () => {
        const { paging, rows, total } = found(call)
        const { data: _none, ...rest } = lists.envelope([], paging, total)
        const items = rows.map((order) => texts.listItem(order, company))
        return { answer: texts.listed('listOrders', items, rest), until: 0 }
      })
    }
    const { paging, rows, total } = found(call)
    const items = rows.map((order) => present.listItem(order, company))
    return answer(call, 'listOrders', lists.envelope(items, paging, total))
  },
})
