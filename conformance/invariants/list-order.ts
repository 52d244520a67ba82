// Every page of a list runs as the contract says, whatever was asked for; lists differ in which end comes first.
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { assertion } from '../evidence/assertion.ts'
import type { Answered } from '../evidence/exchange.ts'
import { falling, rising } from '../evidence/expected.ts'
import { jsonOf } from '../evidence/exchange.ts'
import type { ExchangeInvariant } from './invariant.ts'

type Order = { rule: string; run: 1 | -1 }

const orders: Record<string, Order> = {
  listOrders: { rule: 'list.orders-newest-first', run: -1 },
  listDocuments: { rule: 'list.documents-newest-first', run: -1 },
  listRevisionRequests: { rule: 'list.revision-requests-newest-first', run: -1 },
  listMessages: { rule: 'list.messages-oldest-first', run: 1 },
}

const itemsOf = ({ response }: Answered): unknown[] => {
  const body = response.status < 300 ? jsonOf(response.body) : undefined
  return isObject(body) && Array.isArray(body['data']) ? body['data'] : []
}

/** An order has its times among its dates. */
const createdAt = (item: unknown): unknown => {
  if (!isObject(item)) return undefined
  return (isObject(item['dates']) ? item['dates'] : item)['created_at']
}

export const listOrder: ExchangeInvariant = {
  id: 'invariant.list-order',
  rules: Object.values(orders).map(({ rule }) => rule),
  assert(exchange) {
    const order = orders[exchange.operation ?? '']
    if (!order) return []
    // An item without a time, as a message may be, says nothing of the order; times of one instant may be cut to the second.
    const times = itemsOf(exchange)
      .map(createdAt)
      .filter((time) => !Number.isNaN(instantIn(time)))
    if (times.length < 2) return []
    const ages = times.map(instantIn)
    const runs = ages.every((age, index) => index === 0 || order.run * (age - ages[index - 1]!) >= 0)
    return assertion(order.rule, runs, order.run > 0 ? rising : falling, times, '/data')
  },
}
