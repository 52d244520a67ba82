// GET /events: the catch-up feed (Endpoints / GET /events).
import type { Find, Lists } from '../../behaviour/feed.ts'
import type { Behaviour } from '../../behaviour/behaviour.ts'
import type { EventFilter } from '../../store/store.ts'
import { joined } from '../../lib/joined.ts'
import type { Call } from '../operation.ts'
import { answer, operation } from '../operation.ts'

/** The id that `after` names, as far as reading begins behind it. */
const afterOf = (call: Call, lists: Lists, owner: string, notBefore: number): string | undefined => {
  const { behaviour, store } = call.services
  const sent = lists.value(call.query, 'after')
  if (sent === null) return undefined
  const id = behaviour.feed.readCursor(sent)
  const event = store.events.get(id)
  if (event?.account !== owner) return behaviour.feed.afterUnknown(lists, id)
  return event.created_at < notBefore ? behaviour.feed.afterExpired(lists, id) : id
}

/** The paging of the feed, which is that of the lists as a rule. */
const listsOf = ({ lists, feed }: Behaviour): Lists =>
  Object.keys(feed.paging).length === 0 ? lists : { ...lists, ...feed.paging }

/** A filter of one value has an index; one of several is looked through. */
const either = (values: string[] | undefined): { one?: string | undefined; several?: string[] | undefined } =>
  values?.length === 1 ? { one: values[0] } : { several: values }

const filterOf = (call: Call, lists: Lists, owner: string, not_before: number): EventFilter => {
  const { behaviour, contract, store } = call.services
  const { feed } = behaviour
  const values = (name: string, known: readonly string[]) => feed.values(lists, call.query, name, known)
  const order_id = lists.value(call.query, 'order_id') ?? undefined
  const order = order_id === undefined ? undefined : store.orders.get(order_id)
  if (order_id !== undefined)
    feed.checkOrder(lists, order_id, order && behaviour.access.sees(call.account, order) ? order : undefined)
  const after = afterOf(call, lists, owner, not_before)
  const type = either(values('type', contract.webhooks.event_types))
  const words = values('delivery_status', feed.deliveryStatuses)
  const status = either(words?.map((word) => feed.statusOf(word)))
  return {
    after,
    order_id,
    not_before,
    type: type.one,
    types: type.several,
    delivery_status: status.one,
    delivery_statuses: status.several,
  }
}

/** One more event than the page has, so that it is known whether there is a next one. */
const found = (call: Call, owner: string, notBefore: number) => {
  const { behaviour, store } = call.services
  const { feed } = behaviour
  const lists = listsOf(behaviour)
  const perPage = lists.perPage(call.query)
  const filter = feed.asked(filterOf(call, lists, owner, notBefore))
  let until = Infinity
  const find: Find = (asked, limit) => {
    const events = store.listEvents(owner, asked, limit)
    for (const { created_at } of events) until = Math.min(until, created_at)
    return events
  }
  const { walked, page, more } = feed.found(find, filter, perPage)
  const next_cursor = feed.nextCursor(walked, more, perPage)
  return { events: feed.shown(page, filter), next_cursor, until }
}

export const listEvents = operation({
  id: 'listEvents',
  access: 'token',
  handle: (call) => {
    const { account, client, request, services } = call
    const { behaviour, clock, store, texts } = services
    const { feed, present, webhooks } = behaviour
    const owner = webhooks.ownerOf(account, client.id)
    const notBefore = feed.notBefore(clock.now(), client)
    if (texts) {
      const madeOf = [store.changes()['events']]
      return texts.pages.page(joined(owner, ' ', request.url!), madeOf, notBefore, () => {
        const { events, next_cursor, until } = found(call, owner, notBefore)
        return { answer: texts.listed('listEvents', events.map(texts.event), { next_cursor }), until }
      })
    }
    const { events, next_cursor } = found(call, owner, notBefore)
    return answer(call, 'listEvents', { data: events.map((event) => present.event(event)), next_cursor })
  },
})
