// Which of the orders we know each filter of GET /orders must list and which it must not.
import { instantKey } from './list-order.ts'

/** An order as it stood when the list was read. `updated_at` is a timestamp in UTC. */
export type KnownOrder = {
  id: string
  order_number: string
  lender_reference: string | null
  status: string
  updated_at: string
}

/** `status` codes are joined by commas on the wire. */
export type OrderFilter = {
  status?: readonly string[]
  updated_since?: string
  order_number?: string
  lender_reference?: string
}

type Name = keyof OrderFilter

/** What a list under the filter owes: ids by the rule that says so. Orders in neither may come or not. */
export type FilterExpectation = {
  includes: { rule: string; ids: string[] }[]
  excludes: { rule: string; ids: string[] }[]
}

const wholeSecond = (timestamp: string): string => instantKey(timestamp).slice(0, 19)

const startsWith = (text: string | null, start: string): boolean =>
  text !== null && text.toLowerCase().startsWith(start.toLowerCase())

type Judgement = {
  must: (order: KnownOrder) => boolean
  mustNot: (order: KnownOrder) => boolean
  rules: [string, string]
}

const judge: { [K in Name]: (value: NonNullable<OrderFilter[K]>) => Judgement } = {
  status: (codes) => ({
    must: ({ status }) => codes.includes(status),
    mustNot: ({ status }) => !codes.includes(status),
    rules:
      codes.length > 1
        ? ['list.status-filter-takes-several-codes', 'list.status-filter-takes-several-codes']
        : ['list.status-filter-leaves-none-out', 'list.status-filter-excludes-other-statuses'],
  }),
  // An order of the very second may come even when it changed before the instant.
  updated_since: (since) => ({
    must: ({ updated_at }) => instantKey(updated_at) >= instantKey(since),
    mustNot: ({ updated_at }) => wholeSecond(updated_at) < wholeSecond(since),
    rules: ['list.updated-since-includes-later-changes', 'list.updated-since-excludes-earlier-changes'],
  }),
  // A target may take what begins with the text, and may ignore letter case (freedom list.text-filter-case).
  order_number: (number) => ({
    must: ({ order_number }) => order_number === number,
    mustNot: ({ order_number }) => !startsWith(order_number, number),
    rules: ['list.order-number-filter-finds-the-order', 'list.order-number-filter-excludes-others'],
  }),
  lender_reference: (reference) => ({
    must: ({ lender_reference }) => lender_reference === reference,
    mustNot: ({ lender_reference }) => !startsWith(lender_reference, reference),
    rules: ['list.lender-reference-filter-finds-the-orders', 'list.lender-reference-filter-excludes-others'],
  }),
}

const judgementOf = <K extends Name>(name: K, filter: OrderFilter): Judgement | undefined => {
  const value = filter[name]
  return value === undefined ? undefined : judge[name](value as NonNullable<OrderFilter[K]>)
}

const names = Object.keys(judge) as Name[]

const idsOf = (orders: readonly KnownOrder[], fits: (order: KnownOrder) => boolean): string[] =>
  orders.filter(fits).map(({ id }) => id)

/**
 * Several filters at once exclude what any of them excludes; what they must include is only ruled for one filter alone,
 * and for the list without a filter.
 */
export const expectedUnder = (filter: OrderFilter, known: readonly KnownOrder[]): FilterExpectation => {
  const judgements = names.flatMap((name) => judgementOf(name, filter) ?? [])
  const excludes = judgements.map(({ mustNot, rules }) => ({ rule: rules[1], ids: idsOf(known, mustNot) }))
  if (judgements.length === 0)
    return { includes: [{ rule: 'list.orders-cover-the-whole-account', ids: known.map(({ id }) => id) }], excludes }
  if (judgements.length > 1) return { includes: [], excludes }
  const [{ must, rules }] = judgements as [Judgement]
  const includes = [{ rule: rules[0], ids: idsOf(known, must) }]
  if (filter.updated_since !== undefined) {
    const same = idsOf(known, ({ updated_at }) => instantKey(updated_at) === instantKey(filter.updated_since!))
    includes.push({ rule: 'list.updated-since-includes-the-instant-itself', ids: same })
  }
  return { includes, excludes }
}

/** The query of a filter as GET /orders takes it. */
export const filterQuery = ({ status, ...rest }: OrderFilter): Record<string, string> => ({
  ...(status === undefined ? {} : { status: status.join(',') }),
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<string, string>),
})

/**
 * Filters that tell something about the orders known: each alone with one that some order meets and another misses, two
 * status codes together, and pairs of filters on the first order.
 */
export const tellableFilters = (known: readonly KnownOrder[]): OrderFilter[] => {
  const [first] = known
  if (!first) return [{}]
  const statuses = [...new Set(known.map(({ status }) => status))]
  const instants = known
    .map(({ updated_at }) => updated_at)
    .toSorted((one, other) => (instantKey(one) < instantKey(other) ? -1 : 1))
  const { order_number, lender_reference, status } = first
  const updated_since = instants[Math.floor(instants.length / 2)]!
  const reference = lender_reference === null ? {} : { lender_reference }
  return [
    {},
    ...statuses.map((code) => ({ status: [code] })),
    ...(statuses.length > 1 ? [{ status: statuses.slice(0, 2) }] : []),
    { updated_since },
    { order_number },
    ...(lender_reference === null ? [] : [reference]),
    { status: [status], updated_since },
    { status: [status], order_number },
    ...(lender_reference === null
      ? []
      : [
          { ...reference, updated_since },
          { ...reference, status: [status] },
        ]),
  ]
}
