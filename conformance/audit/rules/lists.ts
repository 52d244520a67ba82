// How a client reads lists: pages of a permitted size, all of them, and windows that overlap.
import { groupBy } from '../../../reports/group-by.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import { lazily } from '../../contract/lazily.ts'
import { limits } from '../../contract/limits.ts'
import { isSuccess, type Call, type Journal } from '../call.ts'
import { eachCall, ruleGroup, someOf, type Fault } from '../client-rule.ts'
import { after, followers, placeIn } from '../repeats.ts'
import { serviceClock } from '../service-clock.ts'
import { thresholds } from '../thresholds.ts'

const listed = ['listOrderTypes', 'listOrders', 'listRevisionRequests', 'listMessages', 'listDocuments', 'listEvents']

const wholeFrom = (text: string | null, least: number, most: number): boolean =>
  text === null || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)

/** A plus sign that is not encoded reads as a space. */
export const sinceOf = ({ url }: Call): string | null =>
  url.searchParams.get('updated_since')?.replace(/ (?=\d\d:?\d\d$)/, '+') ?? null

const pageOf = ({ url }: Call): number => Number(url.searchParams.get('page') ?? 1)

const windowKey = ({ url }: Call): string =>
  [...url.searchParams]
    .filter(([name]) => name !== 'page')
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')

/** A page of the order list; null for what is none, or has no number. */
const pageKey = (call: Call, page: number): string | null =>
  call.operation === 'listOrders' && !Number.isNaN(page) ? `${page} ${windowKey(call)}` : null

const windows = (calls: readonly Call[]): Call[] =>
  calls.filter((call) => call.operation === 'listOrders' && isSuccess(call) && sinceOf(call) !== null)

/** Whether a call is about an order of a page: a client may work off each page before it reads the next. */
const isOfPage = (one: Call, page: Call): boolean =>
  listAt(page.received, 'data').some((row) => textAt(row, 'id') === one.ids['order_id'])

const sizeOf = ({ url }: Call): number => Number(url.searchParams.get('per_page') ?? 25)

const sizelessKey = (call: Call): string => windowKey(call).replace(/(^|&)per_page=\d+/, '')

/** A client may ask how many there are by a small page, and walk the same window by larger ones. */
const largestPages = (calls: readonly Call[]): ReadonlyMap<string, number> => {
  const largest = new Map<string, number>()
  for (const call of windows(calls)) {
    const key = sizelessKey(call)
    largest.set(key, Math.max(largest.get(key) ?? 0, sizeOf(call)))
  }
  return largest
}

/** By the window that they are of, in order. */
const byWindow = (calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> => groupBy(windows(calls), windowKey)

/** The pages that were read in the same walk of a window, in whatever order: of the pages after the first, a client may ask side by side. */
const pagesBeside = (calls: readonly Call[]): ReadonlyMap<Call, ReadonlySet<number>> => {
  const beside = new Map<Call, Set<number>>()
  for (const pages of byWindow(calls).values()) {
    let walk = new Set<number>()
    for (const call of pages) {
      if (pageOf(call) === 1) walk = new Set()
      beside.set(call, walk.add(pageOf(call)))
    }
  }
  return beside
}

/** A process that starts may poll from then on, by its own clock or by that of the service; it follows no poll. */
const isStart = (journal: Journal, call: Call): boolean => {
  const since = Date.parse(sinceOf(call)!)
  const slackMs = thresholds.clockSeconds * 1000
  return since >= call.clock - slackMs && since <= serviceClock(journal, call) + slackMs
}

/** A recording that begins among walks has the last of them alone. */
const mayBeginBefore = (journal: Journal, first: Call): boolean =>
  !journal.fromStart && placeIn(journal, first) < thresholds.patience.others

const pagesIn = (call: Call): number => Number(at(call.received, 'total_pages') ?? 1)

const readsOf = (pages: readonly Call[], number: number): number =>
  pages.filter((page) => pageOf(page) === number).length

/** Whether a walk lacks the page after this one alone, which another walk of the window has: a recording may lack an entry. */
const lacksOne = (call: Call, walk: ReadonlySet<number>, window: readonly Call[]): boolean => {
  const next = pageOf(call) + 1
  return readsOf(window, next) > 0 && (next === pagesIn(call) || walk.has(next + 1))
}

const newestIn = (pages: readonly Call[]): number => {
  let newest = -Infinity
  for (const page of pages)
    for (const row of listAt(page.received, 'data')) {
      const at = Date.parse(textAt(row, 'dates', 'updated_at') ?? '')
      if (at > newest) newest = at
    }
  return newest
}

const { list: patience } = thresholds.patience

const boundsFault = ({ url }: Call): Fault | null => {
  const { per_page_min: least, per_page_max: most } = limits()
  const [size, page] = ['per_page', 'page'].map((name) => url.searchParams.get(name))
  if (!wholeFrom(size!, least, most)) return { expected: `per_page ${least} to ${most}`, received: `per_page ${size}` }
  return wholeFrom(page!, 1, Infinity) ? null : { expected: 'page 1 or more', received: `page ${page}` }
}

export const lists = ruleGroup(
  'lists',
  [
    {
      rule: 'list.client-asks-for-1-to-100-items',
      shownBy: 'list request with `per_page` or `page`',
      toTry: 'Let the client read a list.',
      toChange: 'Ask for 1 to 100 items, and count pages from 1.',
      judge: eachCall(listed, (call) => {
        if (!call.url.searchParams.has('per_page') && !call.url.searchParams.has('page')) return null
        return boundsFault(call) ?? true
      }),
    },
    {
      rule: 'list.client-overlaps-update-windows',
      shownBy: 'second poll by `updated_since`',
      toTry: 'Let the client poll the order list twice.',
      toChange: 'Begin each window a second or two before the time of the last poll.',
      judge(journal, seen) {
        for (const calls of journal.byClient.values()) {
          const pages = byWindow(calls)
          const newest = new Map([...pages].map(([key, ones]) => [key, lazily(() => newestIn(ones))] as const))
          const apart: [before: Call, call: Call][] = []
          /** The last poll, and the last before it that began elsewhere. */
          let last: Call | undefined
          let other: Call | undefined
          for (const call of windows(calls)) {
            if (pageOf(call) !== 1) continue
            if (last !== undefined && sinceOf(last) !== sinceOf(call)) other = last
            last = call
            const before = other
            const since = Date.parse(sinceOf(call)!)
            if (before === undefined || Number.isNaN(since)) continue
            if (since < serviceClock(journal, before) || since <= newest.get(windowKey(before))!())
              seen.occasion(before, call)
            else apart.push([before, call])
          }
          if (apart.length <= thresholds.learningProcesses && apart.every(([, call]) => isStart(journal, call)))
            continue
          const [before, call] = apart.at(-1)!
          seen.violation(
            {
              expected: `updated_since before ${new Date(serviceClock(journal, before)).toISOString()}`,
              received: `${sinceOf(call)}${apart.length > 1 ? `, and ${apart.length - 1} such windows before` : ''}`,
            },
            ...someOf(apart.flat()),
          )
        }
      },
    },
    {
      rule: 'list.client-walks-all-pages',
      shownBy: 'window of the order list with more than one page',
      toTry: 'Place some orders, and let the client poll with a small `per_page`.',
      toChange: 'Read on until `page` is `total_pages`.',
      judge(journal, seen) {
        for (const [client, calls] of journal.byClient) {
          const pages = followers(
            journal,
            client,
            (call) => pageKey(call, pageOf(call)),
            (call) => pageKey(call, pageOf(call) + 1),
          )
          const beside = pagesBeside(calls)
          const window = byWindow(calls)
          const lacking: Call[] = []
          const blame = (call: Call): void =>
            seen.violation(
              { expected: `page ${pageOf(call) + 1} of ${pagesIn(call)}`, received: `page ${pageOf(call)} alone` },
              call,
            )
          const largest = largestPages(calls)
          for (const call of windows(calls)) {
            if (pagesIn(call) <= pageOf(call) || largest.get(sizelessKey(call))! > sizeOf(call)) continue
            const next = pages.get(call)
            if (next !== undefined) seen.occasion(call, next)
            else if (beside.get(call)!.has(pageOf(call) + 1)) seen.occasion(call)
            else if (!after(journal, call).hasSome(patience, (one) => !isOfPage(one, call))) continue
            else if (lacksOne(call, beside.get(call)!, window.get(windowKey(call))!)) lacking.push(call)
            else blame(call)
          }
          if (lacking.length > 1) for (const call of lacking) blame(call)
        }
      },
    },
    {
      rule: 'list.client-repeats-the-window',
      shownBy: 'window of the order list with more than one page, read to its end',
      toTry: 'Place some orders, and let the client poll with a small `per_page`.',
      toChange: 'Walk the same window a second time, and compare what both walks found.',
      judge(journal, seen) {
        for (const calls of journal.byClient.values()) {
          const pages = byWindow(calls)
          const walks = byWindow(windows(calls).filter((call) => pageOf(call) === 1))
          for (const last of windows(calls)) {
            if (pageOf(last) <= 1 || pageOf(last) !== pagesIn(last)) continue
            const again = walks.get(windowKey(last)) ?? []
            // Its first page may be the one that the recording lacks.
            const isReadTwice = readsOf(pages.get(windowKey(last))!, pageOf(last)) > 1
            if (again.length > 1 || isReadTwice) seen.occasion(last, ...someOf(again))
            else if (
              after(journal, last).length >= patience &&
              !mayBeginBefore(journal, pages.get(windowKey(last))![0]!)
            )
              seen.violation({ expected: 'a second walk of the window', received: 'one walk' }, ...again, last)
          }
        }
      },
    },
  ],
  ['answer bodies', 'queries'],
)
