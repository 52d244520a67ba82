// Proof that calls which had to be refused changed no order of the grand walk, and placed none.
import { secondOf } from '../contract/same-instant.ts'
import { moveLeft, type GrandWalk } from './grand-walk.ts'
import { probeFile } from './probes.ts'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { changedByCompany } from '../steps/company-changes.ts'
import type { SeenEvent } from '../steps/events-of.ts'
import { entriesAt } from '../steps/read.ts'
import { hasMovedSpontaneously } from '../steps/spontaneous-moves.ts'

type Shown = { id?: unknown; status?: { code?: unknown }; dates?: { updated_at?: unknown } }

/** `updated_at` moves with anything the lender can see, so that one line shows whether an order was touched. */
const line = ({ id, status, dates }: Shown): string => [id, status?.code, secondOf(dates?.updated_at)].join(' ')

/** What the probes would raise, were they not refused. */
const raisedByProbes = new Set([
  'order.created',
  'order.status_changed',
  'order.on_hold',
  'order.resumed',
  'order.cancelled',
  'order.revision_requested',
])

const isOfProbes = ({ type, data }: SeenEvent): boolean =>
  raisedByProbes.has(type) || (data['document'] as { filename?: unknown } | null | undefined)?.filename === probeFile

/** Whether an order that has moved on was last changed by the company, as its events say. */
const isCompanys = (context: CheckContext, was: Shown, { id, dates }: Shown): Promise<boolean> =>
  changedByCompany(context, {
    order: String(id),
    from: was.dates?.updated_at,
    to: dates?.updated_at,
    isOurs: isOfProbes,
  })

/**
 * The orders as a list shows them; one that only the company has touched since as it was left. The move that the refused
 * calls asked for excuses nothing.
 */
const linesOf = async (
  context: CheckContext,
  list: Answered,
  left: readonly Shown[],
  asked: string,
): Promise<string[]> => {
  const lines: string[] = []
  for (const item of entriesAt(list, '/data') as Shown[]) {
    const was = left.find(({ id }) => id === item.id)
    const isLater = was && was.status?.code === item.status?.code && line(was) !== line(item)
    const isMoved = was && was.status?.code !== item.status?.code && item.status?.code !== asked
    const isExcused =
      (isLater && (await isCompanys(context, was, item))) ||
      (isMoved && (await hasMovedSpontaneously(context, String(item.id), String(was.status?.code), item.status?.code)))
    lines.push(was && isExcused ? line(was) : line(item))
  }
  return lines.toSorted()
}

/** Whether each order reads as it was left, and the list holds no other: then none was touched, whatever the list shows. */
const readAsLeft = async ({ client }: CheckContext, list: Answered, left: readonly Shown[]): Promise<boolean> => {
  const ids = left.map(({ id }) => String(id))
  if (!entriesAt(list, '/data').every(({ id }) => ids.includes(String(id)))) return false
  const reads = await Promise.all(ids.map((id) => client.call('getOrder', { params: { order_id: id } })))
  return reads.every((read, index) => line((jsonOf(read.response.body) ?? {}) as Shown) === line(left[index]!))
}

/** A failure of the check before does not count for the next one: it starts from the orders as it finds them. */
const found = new WeakMap<GrandWalk, Shown[]>()

/** Compares the orders that have the walk's mark, as the list shows them, with how they were left. */
export const expectUntouched = async (
  context: CheckContext,
  walk: GrandWalk,
  rules: string | readonly string[],
): Promise<void> => {
  const { client, expect, eventually, patience } = context
  const { mark, left } = walk
  const before = Object.values(left)
  const shown = found.get(walk) ?? before.map(({ response }) => jsonOf(response.body) as Shown)
  const wanted = shown.map(line).toSorted()
  const look = async () => {
    const list = await client.call('listOrders', { query: { lender_reference: mark } })
    return { list, lines: await linesOf(context, list, shown, moveLeft(walk)) }
  }
  // The list may lag behind the orders a little.
  const { list, lines } = await eventually(look, ({ lines: seen }) => seen.join() === wanted.join(), patience.state)
  const differs = lines.join() !== wanted.join()
  const shownNow = differs && (await readAsLeft(context, list, shown)) ? wanted : lines
  const isUntouched = expect(rules).equal(computedFrom(shownNow, list, ...before), wanted)
  if (!isUntouched) found.set(walk, entriesAt(list, '/data') as Shown[])
}
