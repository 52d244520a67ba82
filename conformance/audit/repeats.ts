// Calls that repeat one another: the same request, and the series of attempts at one thing.
import { createHash } from 'node:crypto'
import { headerOf } from '../evidence/exchange.ts'
import { sortedKeys } from '../evidence/json-orders.ts'
import { isDeepStrictEqual } from 'node:util'
import { isSuccess, type Call, type Journal } from './call.ts'
import { isComparable } from './sent.ts'
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

/** Some of the calls of a client, one after another, without a list of their own. */
export class CallsIn {
  readonly #calls: readonly Call[]
  readonly #from: number
  readonly #to: number

  constructor(calls: readonly Call[], from: number, to = calls.length) {
    this.#calls = calls
    this.#from = from
    this.#to = to
  }

  get length(): number {
    return Math.max(0, this.#to - this.#from)
  }

  find(fits: (call: Call) => boolean): Call | undefined {
    for (let place = this.#from; place < this.#to; place += 1) {
      const call = this.#calls[place]!
      if (fits(call)) return call
    }
    return undefined
  }

  some(fits: (call: Call) => boolean): boolean {
    return this.find(fits) !== undefined
  }

  /** Whether so many fit. */
  hasSome(count: number, fits: (call: Call) => boolean): boolean {
    let found = 0
    return this.some((call) => fits(call) && (found += 1) >= count)
  }
}

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

/** Whether it began once the answer to the other was there. */
export const isAfterAnswer = (call: Call, { endedAt }: Call): boolean => call.startedAt >= endedAt

const repeats = new WeakMap<Journal, ReadonlyMap<Call, Call>>()

const groupedBy = (calls: readonly Call[], keyOf: (call: Call) => string): Iterable<readonly Call[]> => {
  const groups = new Map<string, Call[]>()
  for (const call of calls) {
    const key = keyOf(call)
    const group = groups.get(key)
    if (group) group.push(call)
    else groups.set(key, [call])
  }
  return groups.values()
}

/** Of calls in order, the first after one that began when its answer was there, as far as their times tell. */
const firstAfterAnswer = (calls: readonly Call[], place: number): Call | undefined => {
  const { endedAt, known } = calls[place]!
  let [from, to] = [place + 1, calls.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (calls[middle]!.startedAt >= endedAt - known.stepMs) to = middle
    else from = middle + 1
  }
  return calls[from]
}

const repeatsIn = ({ byClient }: Journal): ReadonlyMap<Call, Call> => {
  const next = new Map<Call, Call>()
  for (const calls of byClient.values())
    for (const same of groupedBy(calls, requestKey))
      for (const [place, call] of same.entries()) {
        const again = firstAfterAnswer(same, place)
        if (again !== undefined) next.set(call, again)
      }
  return next
}

/** The next time that the same request is sent; one that was on its way when the answer came is of another worker. */
export const repeatOf = (journal: Journal, call: Call): Call | undefined => {
  const known = repeats.get(journal) ?? repeatsIn(journal)
  repeats.set(journal, known)
  return known.get(call)
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

/** Attempts at one request, each after an answer of this status to the one before; two at least. */
export const attemptSeries = (journal: Journal, status: number): Call[][] => {
  const taken = new Set<Call>()
  return journal.calls.flatMap((first) => {
    if (first.status !== status || taken.has(first)) return []
    const series = [first]
    for (let last = first; last.status === status; last = series.at(-1)!) {
      const next = retryOf(journal, last)
      if (next === undefined) break
      series.push(next)
      taken.add(next)
    }
    return series.length > 1 ? [series] : []
  })
}

export const sameJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

export const headerIn = (call: Call, name: string): string | undefined => headerOf(call.exchange.request.headers, name)

export const answerHeader = (call: Call, name: string): string | undefined =>
  headerOf(call.exchange.response?.headers ?? [], name)
