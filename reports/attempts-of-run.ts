// The attempts at each event that came to the receiver of a run, and what the feed says of them.
import { groupBy } from './group-by.ts'
import { parsedJson } from './parsed-json.ts'
import { entriesIn } from './plain-values.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'

export type Attempts = readonly RecordedDelivery[]

type Body = { id?: unknown; type?: unknown; data?: { order_id?: unknown } | null }

export const bodyOf = ({ body }: RecordedDelivery): Body => (parsedJson(body?.text) ?? {}) as Body

type FeedRecord = { id?: unknown; data?: { order_id?: unknown }; delivery?: { [field: string]: unknown } }

export const isTaken = (answer: string): boolean => /^2\d\d\b/.test(answer)

/** Those at each event, in the order in which they came. */
const byEvent = (deliveries: Attempts): Attempts[] => {
  const right = deliveries.filter((one) => one.fault === null && typeof bodyOf(one).id === 'string')
  return [...groupBy(right, (one) => bodyOf(one).id).values()]
}

const recordsIn = (pages: readonly RecordedExchange[]): FeedRecord[] =>
  pages.flatMap(({ response }) => (entriesIn(parsedJson(response?.body?.text)) ?? []) as FeedRecord[])

/** `named`: events of which the finding names a delivery; `own`: those, or else all of the orders whose feed it names; `records`: of that feed. */
export type Tried = { named: Attempts[]; own: Attempts[]; records: FeedRecord[] }

export const triedFor = (
  { requests }: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: Attempts,
): Tried => {
  const isNamed = ({ id }: { id: string }): boolean => requests.includes(id)
  const records = recordsIn(exchanges.filter((one) => one.operation === 'listEvents' && isNamed(one)))
  const orders = new Set(records.map(({ data }) => data?.order_id))
  const all = byEvent(deliveries)
  const named = all.filter((attempts) => attempts.some(isNamed))
  const own = named.length > 0 ? named : all.filter(([first]) => orders.has(bodyOf(first!).data?.order_id))
  return { named, own, records }
}

export const recordOf = (attempts: Attempts, records: readonly FeedRecord[]): FeedRecord | undefined =>
  records.findLast(({ id }) => id === bodyOf(attempts[0]!).id)

export const orderIn = (attempts: Attempts): string | null => {
  const order = attempts[0] && bodyOf(attempts[0]).data?.order_id
  return typeof order === 'string' ? order : null
}
