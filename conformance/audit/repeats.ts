// Calls that repeat one another: the same request, and the series of attempts at one thing.
import { createHash } from 'node:crypto'
import { groupBy } from '../../reports/group-by.ts'
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import { headerOf } from '../evidence/exchange.ts'
import { sortedKeys } from '../evidence/json-orders.ts'
import { isDeepStrictEqual } from 'node:util'
import { isSuccess, type Call, type Journal } from './call.ts'
import { CallsIn, firstFrom } from './calls-in.ts'
import { answerThere, isAfterAnswer, isParallel } from './parallel.ts'
import { isFlat } from './schedule.ts'
import { isComparable, isLost } from './sent.ts'
import { thresholds } from './thresholds.ts'

/** A multipart body without the boundary that every attempt has for itself. */
const plainBody = ({ exchange: { request } }: Call): string => {
  const text = Buffer.from(request.body ?? []).toString('latin1')
  const [, boundary] = /boundary="?([^";]+)/i.exec(headerOf(request.headers, 'content-type') ?? '') ?? []
  return boundary === undefined ? text : text.replaceAll(boundary, '')
}

/** Sixteen letters of a byte each: what is kept of each call of a long journal is short. */
const shortKey = (text: string): string => createHash('sha256').update(text).digest().toString('latin1', 0, 16)

const keys = new WeakMap<Call, string>()

/** The body, whatever the order of its fields. */
export const bodyKey = (call: Call): string => {
  const known = keys.get(call)
  if (known !== undefined) return known
  const text = call.sent === undefined ? plainBody(call) : JSON.stringify(sortedKeys(call.sent))
  const key = shortKey(text)
  keys.set(call, key)
  return key
}

/** Method, address and body; no headers. What is not known of a request may differ. */
const requestKey = (call: Call): string =>
  isComparable(call)
    ? shortKey(`${call.client} ${call.exchange.request.method} ${call.exchange.request.url} ${bodyKey(call)}`)
    : call.id

export const isSameRequest = (one: Call, other: Call): boolean => requestKey(one) === requestKey(other)

const places = new WeakMap<readonly Call[], ReadonlyMap<Call, number>>()

const placeAmong = (calls: readonly Call[], call: Call): number => {
  const known = places.get(calls) ?? new Map(calls.map((one, index) => [one, index]))
  places.set(calls, known)
  return known.get(call) ?? -1
}

/** Where a call stands among all. */
export const placeOf = ({ calls }: Journal, call: Call): number => placeAmong(calls, call)

/** Where a call stands among those of its client. */
export const placeIn = ({ byClient }: Journal, call: Call): number => placeAmong(byClient.get(call.client) ?? [], call)

const none = new CallsIn([], 0)

/** The calls of the same client after one, in order; none where further calls of it may count as another's. */
export const after = (journal: Journal, call: Call): CallsIn =>
  journal.named.has(call.client) ? new CallsIn(journal.byClient.get(call.client)!, placeIn(journal, call) + 1) : none

type KeyOf = (call: Call) => string | null

/**
 * For each call that looks for one, the first after it that has this key: in one pass, however long the journal is.
 * @param keyOf what a call is found by
 * @param wanted what a call looks for
 */
export const followers = (journal: Journal, client: string, keyOf: KeyOf, wanted: KeyOf): ReadonlyMap<Call, Call> => {
  const found = new Map<Call, Call>()
  if (!journal.named.has(client)) return found
  const nearest = new Map<string, Call>()
  for (const call of (journal.byClient.get(client) ?? []).toReversed()) {
    const key = wanted(call)
    const next = key === null ? undefined : nearest.get(key)
    if (next !== undefined) found.set(call, next)
    const own = keyOf(call)
    if (own !== null) nearest.set(own, call)
  }
  return found
}

/** A call among those with the same request, in order. */
type Place = { same: readonly Call[]; place: number }

const placesIn = ({ byClient }: Journal): ReadonlyMap<Call, Place> => {
  const found = new Map<Call, Place>()
  for (const calls of byClient.values())
    for (const same of groupBy(calls, requestKey).values())
      if (same.length > 1) for (const [place, call] of same.entries()) found.set(call, { same, place })
  return found
}

const placesOfSame = memoizeByObject(placesIn)

const placeAmongSame = (journal: Journal, call: Call): Place =>
  placesOfSame(journal).get(call) ?? { same: [call], place: 0 }

/** The same among the same requests that came after a call. */
const placeFrom = ({ same, place }: Place, at: number): number => firstFrom(same, at, place + 1)

/** The next time that the same request is sent; one that was on its way when the answer came is of another worker. */
export const repeatOf = (journal: Journal, call: Call): Call | undefined => {
  const among = placeAmongSame(journal, call)
  return among.same[placeFrom(among, answerThere(call))]
}

/** Whether it came so soon after an answer that it may have been on its way: the service, or a proxy that records, met it late. */
export const isSoon = (call: Call, again: Call): boolean => again.startedAt < call.endedAt + thresholds.shortestWaitMs

/**
 * The repeat of a call that was refused. The same request of another worker may stand just after the answer, though it was on its way: if it
 * was refused too, both are sent again. Where one alone is, the client works in turn.
 * @param mostMs after which the call is not sent again
 * @param mayBeOthers whether one may be another worker's
 */
export const ownRepeatOf = (
  journal: Journal,
  call: Call,
  mostMs: number,
  mayBeOthers: (again: Call) => boolean = (again) => isSoon(call, again),
): Call | undefined => {
  const among = placeAmongSame(journal, call)
  const place = placeFrom(among, answerThere(call))
  const end = placeFrom(among, call.endedAt + mostMs + 1)
  let refused = 0
  let first = place
  while (first < end && mayBeOthers(among.same[first]!)) {
    if (among.same[first]!.status === call.status) refused += 1
    first += 1
  }
  const isOwn = end - first > (isParallel(journal, call.client) ? 0 : refused)
  return among.same[isOwn ? first : place]
}

/**
 * From when on it may be sent again: its answer is there, or the client has given up on it. That ends a call without an answer, and a
 * recorder may see the end later than the repeat.
 */
const mayRepeatFrom = (call: Call): number => {
  const from = Math.min(answerThere(call), call.startedAt + thresholds.giveUpMs + call.known.stepMs)
  return isLost(call) && call.known.duration ? Math.max(from, answerThere(call) - thresholds.shortestWaitMs) : from
}

/** The same requests after a write, also those of a client that gave up on its answer; without those of workers that began with it. */
export const repeatsOfWrite = (journal: Journal, call: Call): CallsIn => {
  const among = placeAmongSame(journal, call)
  return new CallsIn(among.same, placeFrom(among, mayRepeatFrom(call)))
}

/** Of equal writes with different keys, the first with each. */
const firstsByKey = memoizeByObject((same: readonly Call[]) => {
  const firsts = new Map<string | undefined, Call>()
  for (const call of same) {
    const key = headerIn(call, 'idempotency-key')
    if (!firsts.has(key)) firsts.set(key, call)
  }
  return firsts
})

/** Whether a write of a worker was under way at both: then they may be of three workers that began together. */
const isBesideBoth = ({ same }: Place, call: Call, again: Call): boolean => {
  const place = firstFrom(same, again.startedAt - thresholds.giveUpMs - again.known.stepMs)
  return new CallsIn(same, place, firstFrom(same, mayRepeatFrom(call))).some(
    (one) => one !== call && mayRepeatFrom(one) > Math.max(again.startedAt, call.startedAt),
  )
}

/** Whether an equal write with another key is of another worker: its key was there before, or it began with others. */
export const isOfAnother = (journal: Journal, call: Call, again: Call): boolean => {
  const among = placeAmongSame(journal, call)
  const first = firstsByKey(among.same).get(headerIn(again, 'idempotency-key'))!
  const isDone = isSuccess(first) && isAfterAnswer(call, first)
  if (first.startedAt < mayRepeatFrom(call)) return !isDone
  return isSoon(call, first) && isBesideBoth(among, call, first)
}

/** What the client sent between two of its calls. */
export const between = (journal: Journal, one: Call, other: Call): CallsIn =>
  new CallsIn(journal.byClient.get(one.client) ?? [], placeIn(journal, one) + 1, placeIn(journal, other))

const isWrite = ({ exchange, operation }: Call): boolean =>
  exchange.request.method !== 'GET' && operation !== 'requestToken'

const hasWrittenBetween = (journal: Journal, one: Call, other: Call): boolean =>
  between(journal, one, other).some((call) => isWrite(call) && isSuccess(call))

/** A retry: the same request again, soon by either clock, with nothing written between. */
export const retryOf = (journal: Journal, call: Call): Call | undefined => {
  const again = repeatOf(journal, call)
  if (again === undefined || again.startedAt - call.endedAt > thresholds.retryMs) return undefined
  if (again.clock - call.clock > thresholds.retryMs) return undefined
  return hasWrittenBetween(journal, call, again) ? undefined : again
}

/** Statuses after which the same request is sent again, after a wait. */
const passing = new Set<number | null>([429, 500, 503])

/** Whether the same request comes at such waits after a success, too: then they are of its schedule, and none is a retry. */
const isSchedule = (journal: Journal, series: readonly Call[]): boolean => {
  const { same, place } = placeAmongSame(journal, series[0]!)
  const last = same.indexOf(series.at(-1)!, place)
  const beside = [
    [same[place - 1], series[0]],
    [same[last], same[last + 1]],
  ].filter(([one, next]) => one !== undefined && next !== undefined && isSuccess(one)) as [Call, Call][]
  const waits = series.slice(1).map((call, index) => call.startedAt - series[index]!.startedAt)
  return beside.some(([one, next]) => isFlat([...waits, next.startedAt - one.startedAt]))
}

const seriesIn = memoizeByObject((journal: Journal): Call[][] => {
  const taken = new Set<Call>()
  return journal.calls.flatMap((first) => {
    if (!passing.has(first.status) || taken.has(first)) return []
    const series = [first]
    for (let last = first; passing.has(last.status); last = series.at(-1)!) {
      const next = retryOf(journal, last)
      // Of workers that met the same answer together, one has the attempts that follow.
      if (next === undefined || taken.has(next)) break
      series.push(next)
      taken.add(next)
    }
    return series.length > 1 && !isSchedule(journal, series) ? [series] : []
  })
})

/** Attempts at one request, the first of which was answered with this status, and each with one that passes; two at least. */
export const attemptSeries = (journal: Journal, status: number): Call[][] =>
  seriesIn(journal).filter(([first]) => first!.status === status)

export const sameJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

export const headerIn = (call: Call, name: string): string | undefined => headerOf(call.exchange.request.headers, name)

export const answerHeader = (call: Call, name: string): string | undefined =>
  headerOf(call.exchange.response?.headers ?? [], name)
