// How a client reads the catch-up feed: forward, cursor by cursor, from the last event that it processed.
import { listAt, textAt } from '../../model/body.ts'
import { limits } from '../../contract/limits.ts'
import { isSuccess, type Call, type Journal } from '../call.ts'
import { ruleGroup, someOf } from '../client-rule.ts'
import {
  beginningsIn,
  consumersIn,
  continuations,
  cursorOf,
  endsOf,
  eventIds,
  eventsBehind,
  filterKey,
  isCatchUp,
  pagesOf,
  pollsIn,
  walkTo,
} from '../feed-walks.ts'
import { after, between, followers } from '../repeats.ts'
import { thresholds } from '../thresholds.ts'

const dayMs = 24 * 3_600_000

const { others: patience } = thresholds.patience

/** What an event says of the order itself; of messages and documents there are lists. Types that are not known are left alone. */
const ofOrder =
  /^order\.(created|assigned|status_changed|on_hold|resumed|cancelled|completed|due_date_changed|fee_changed)$/

/** What programs write for a cursor that is null. */
const writtenNull = /^(null|undefined|none|nil)$/i

const changesIn = (call: Call): unknown[] =>
  listAt(call.received, 'data').filter((row) => ofOrder.test(textAt(row, 'type') ?? ''))

const ordersOf = (call: Call): string[] => changesIn(call).flatMap((row) => textAt(row, 'order_id') ?? [])

const isPlaced = (call: Call): boolean => call.operation === 'createOrder' && isSuccess(call)

/** The orders that these calls placed. */
const placedBy = (calls: readonly Call[]): Set<string> =>
  new Set(calls.flatMap((call) => (isPlaced(call) ? (textAt(call.received, 'id') ?? []) : [])))

/** Orders of which an event or a delivery came to a client with these calls, and when. */
const prompted = ({ deliveries }: Journal, calls: readonly Call[]): Map<string, Call | number> => {
  const found = new Map<string, Call | number>()
  for (const call of calls) if (isCatchUp(call)) for (const id of ordersOf(call)) found.set(id, call)
  // Deliveries do not say whose they are: those of orders that the client placed are its own.
  const placed = placedBy(calls)
  if (placed.size === 0) return found
  for (const { delivery, startedAt } of deliveries) {
    const id = textAt(delivery.json, 'data', 'order_id')
    if (id !== null && placed.has(id) && !found.has(id)) found.set(id, startedAt)
  }
  return found
}

export const feed = ruleGroup(
  'feed',
  [
    {
      rule: 'feed.client-follows-next-cursor-until-null',
      shownBy: 'feed page with a `next_cursor` and a later read of the feed',
      toTry:
        'Place orders until the feed has more than one page (`per_page=1` makes pages small), and let the client read it.',
      toChange: 'Pass `next_cursor` as `after`, exactly as given, until it is null.',
      judge(journal, seen) {
        const readOf = (call: Call): string | null => (call.operation === 'listEvents' ? filterKey(call) : null)
        const known = (call: Call): string | null => (call.known.query ? readOf(call) : null)
        const reads = new Map(
          [...journal.byClient.keys()].map((client) => [client, followers(journal, client, known, readOf)] as const),
        )
        const goesOn = new Map([...journal.byClient.values()].flatMap((calls) => [...continuations(pagesOf(calls))]))
        const continued = new Set(goesOn.values())
        /** Who has had events by which filter: before, there is no cursor that a client could go on with. */
        const fed = new Set<string>()
        for (const call of journal.calls) {
          const sent = call.operation === 'listEvents' ? cursorOf(call) : null
          const reader = `${call.client} ${filterKey(call)}`
          const isFed = fed.has(reader)
          if (call.operation === 'listEvents' && eventIds(call).length > 0) fed.add(reader)
          if (sent !== null && writtenNull.test(sent) && isFed)
            seen.violation({ expected: 'no more pages', received: `after=${sent}` }, call)
          const cursor = call.operation === 'listEvents' ? textAt(call.received, 'next_cursor') : null
          const next = reads.get(call.client)?.get(call)
          if (cursor === null || next === undefined) continue
          const given = cursorOf(next)
          // A client that stopped in the middle goes on from what it processed, or reads the page again.
          const isOf = (page: Call): boolean =>
            [cursorOf(page), ...endsOf(page), ...eventIds(page)].some((one) => one !== null && one === given)
          if (given === cursor || isOf(call)) seen.occasion(call, next)
          else if (given === null && cursorOf(call) === null && next.url.search === call.url.search)
            seen.occasion(call, next)
          else if (continued.has(call)) seen.occasion(call)
          // A walk may be long: it is looked through where nothing nearer tells.
          else if (walkTo(call, goesOn).some(isOf)) seen.occasion(call, next)
          // What goes on with the page of another process says nothing of this one.
          else if (given !== null && !goesOn.has(next))
            seen.violation({ expected: `after=${cursor}`, received: `after=${given}` }, call, next)
        }
      },
    },
    {
      rule: 'feed.client-stores-the-last-processed-id',
      shownBy: 'second read of the feed after one that had events',
      toTry: 'Let the client read the feed, stop it, start it again, and let it read on.',
      toChange: 'Store the id of the last processed event, and pass it as `after` at the next read.',
      judge({ byClient }, seen) {
        for (const calls of byClient.values()) {
          const pages = pagesOf(calls)
          const polls = pollsIn(pages)
          const beginnings = beginningsIn(pages, polls)
          if (beginnings.length >= Math.max(thresholds.fewestBeginnings, consumersIn(polls)))
            seen.violation({ expected: 'after=<last id>', received: 'reads from the beginning' }, ...someOf(beginnings))
          else if (pages.filter((page) => eventIds(page).length > 0).length > 1) seen.occasion(...someOf(pages))
        }
      },
    },
    {
      rule: 'feed.client-reads-forward',
      shownBy: 'read of the feed from a stored id',
      toTry: 'Let the client read the feed again after new events.',
      toChange: 'Read on from the last processed event, never from an older one.',
      judge(journal, seen) {
        const behind = eventsBehind(journal)
        // Null for a read from the beginning, which is another rule's, and for a cursor that the journal does not show.
        const placeOf = (page: Call): string | null => {
          const cursor = cursorOf(page)
          return cursor === null ? null : (behind.get(cursor) ?? (cursor.startsWith('evt_') ? cursor : null))
        }
        for (const calls of journal.byClient.values()) {
          const pages = pagesOf(calls)
          const goesOn = continuations(pages)
          const continued = new Set(goesOn.values())
          const back: [before: Call, page: Call][] = []
          for (const [index, page] of pages.entries()) {
            const before = pages[index - 1]
            if (before === undefined) continue
            const [from, to] = [placeOf(before), placeOf(page)]
            if (from === null || to === null) continue
            if (to >= from) seen.occasion(before, page)
            // Of two processes that share a credential, each goes on from where it was, and the last may yet go on.
            else if (!goesOn.has(page) && !continued.has(before) && index < pages.length - 1) back.push([before, page])
          }
          // Pages may be collected before they are worked off: who stops among them goes back once, and not before the first of them.
          const isWithin = ([before, page]: [Call, Call]): boolean =>
            (placeOf(walkTo(before, goesOn).at(-1)!) ?? '') <= placeOf(page)!
          // A process that starts may have a copy of its store put back, and goes back to the id in it, once.
          const isStart = ([before, page]: [Call, Call]): boolean =>
            between(journal, before, page).some(({ operation }) => operation === 'requestToken')
          if (back.length > 1 || !back.every((pair) => isWithin(pair) || isStart(pair)))
            for (const [before, page] of back)
              seen.violation(
                { expected: `after=${cursorOf(before)} or later`, received: `after=${cursorOf(page)}` },
                before,
                page,
              )
        }
      },
    },
    {
      rule: 'feed.client-reconciles-long-gaps-from-orders',
      shownBy: 'gap of more than 30 days between two reads of the feed',
      toTry: 'Move the clock of the simulator by 31 days while the client is stopped, then start it.',
      toChange:
        'After more than 30 days without the feed, walk `GET /orders?updated_since=…` from the last processed event.',
      judge(journal, seen) {
        const gapMs = limits().event_retention_days * dayMs
        for (const calls of journal.byClient.values()) {
          const pages = pagesOf(calls)
          for (const [index, page] of pages.entries()) {
            const next = pages[index + 1]
            if (next === undefined || next.clock - page.clock <= gapMs) continue
            const caughtUp = calls.find(
              (call) =>
                call.operation === 'listOrders' &&
                call.clock > page.clock + gapMs &&
                call.url.searchParams.has('updated_since'),
            )
            if (caughtUp !== undefined) seen.occasion(page, caughtUp)
            else if (after(journal, next).length >= patience)
              seen.violation({ expected: 'the order list by updated_since', received: 'the feed alone' }, page, next)
          }
        }
      },
    },
    {
      rule: 'feed.client-takes-the-order-as-truth',
      shownBy: 'event of an order, with more calls of the client after it',
      toTry: 'Move an order, and let the client read the feed or receive the webhook.',
      toChange: 'On an event, read the order, and take its status and dates from there.',
      judge(journal, seen) {
        for (const calls of journal.byClient.values()) {
          const orders = prompted(journal, calls)
          if (orders.size === 0) continue
          const [any] = orders.values()
          const firstPage = calls.find(isCatchUp)
          const reads = calls.filter(({ operation }) => operation === 'getOrder' || operation === 'listOrders')
          const read = reads.find(({ ids, operation, startedAt }) => {
            const event = operation === 'listOrders' ? any : orders.get(ids['order_id'] ?? '')
            const promptedAt =
              typeof event === 'number' ? event : event === undefined ? Infinity : (firstPage ?? event).startedAt
            return startedAt >= promptedAt && startedAt - promptedAt < thresholds.promptMs
          })
          // The answer to a create is the order as the event of its creation has it.
          const own = placedBy(calls)
          const isNews = (row: unknown): boolean =>
            textAt(row, 'type') !== 'order.created' || !own.has(textAt(row, 'order_id') ?? '')
          const pages = calls.filter((call) => isCatchUp(call) && changesIn(call).some(isNews))
          if (read !== undefined) seen.occasion(read)
          else if (pages.length > 0 && after(journal, pages[0]!).length >= patience)
            seen.violation({ expected: 'the order read', received: 'events alone' }, pages[0]!)
        }
      },
    },
  ],
  ['answer bodies', 'queries', 'credentials'],
)
