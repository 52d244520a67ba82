// Readings of limits: what counts against the rate for whom, what the headers say of the window, and how much may be sent.
import { isObject } from '../contract/is-object.ts'
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { header, isSuccess, itemsAt, operation, requestAt, responseAt, statusOf, statusReading } from './answers.ts'
import { createCallReader, type Call } from './rate-limited-calls.ts'
import { statuses } from './cases.ts'
import { matches, type Observer, type StatefulObserver } from './observer.ts'
import { withBodies } from './sent-bodies.ts'

type Look = (call: Call, exchange: Answered) => string | null

/** Looks at each call that says what is left. */
const watching = (freedom: string, begin: () => Look): StatefulObserver => ({
  freedom,
  start: () => {
    const read = createCallReader()
    const look = begin()
    return {
      reading: (exchange) => {
        const call = read(exchange)
        return call === null || Number.isNaN(call.left) ? null : look(call, exchange)
      },
    }
  },
})

/** This many of a kind between two calls of the client show whether they count: a count may lag by one. */
const enough = 3
/** Milliseconds within which a window hardly ends unnoticed. */
const soon = 10_000

const isSameWindow = (one: Call, other: Call): boolean =>
  other.left <= one.left &&
  Math.abs(other.reset - one.reset) <= (other.end - one.start) / 1000 + 1 &&
  other.end - one.start <= soon

/** What is left may grow again meanwhile, by as much as the calls took: once may be chance. */
const twice = 2

/** Whether calls of a kind take from what is left to the main client. */
const counting = (freedom: string, kind: Call['kind'], yes: string | null, no: string): StatefulObserver =>
  watching(freedom, () => {
    const aside = new Set<Call['kind']>(['bare', kind])
    let since: { call: Call; own: number; others: number; end: number } | null = null
    let uncounted = 0
    return (call) => {
      if (call.kind === kind) {
        if (since) since = { ...since, others: since.others + 1, end: call.end }
        return null
      }
      if (aside.has(call.kind)) return null
      if (call.kind !== 'own') {
        since = null
        return null
      }
      const before = since
      since = { call, own: 0, others: 0, end: call.end }
      if (before === null || call.start < before.end || !isSameWindow(before.call, call)) return null
      const [own, others] = [before.own + 1, before.others]
      const fall = before.call.left - call.left
      if (others < enough) {
        since = { ...before, own, end: call.end }
        return null
      }
      // Where some of the others were counted, a fall of as many as were the client's own was chance: a window moved on.
      if (fall > own) uncounted = Number.NEGATIVE_INFINITY
      if (fall === own) uncounted += 1
      return uncounted >= twice ? no : fall === own + others ? yes : null
    }
  })

/** This many calls in a row, some of them at the same time. */
const row = 12

const exactness = watching('limits.remaining-exactness', () => {
  let calls: Call[] = []
  return (call) => {
    if (['bare', 'token', 'download'].includes(call.kind)) return null
    calls = call.kind === 'own' ? [...calls, call].slice(-row) : []
    const overlapping = calls.filter(({ start }, index) => index > 0 && start < calls[index - 1]!.end)
    if (calls.length < row || overlapping.length < row / 2) return null
    const lefts = calls.map(({ left }) => left)
    const [span, different] = [Math.max(...lefts) - Math.min(...lefts), new Set(lefts).size]
    if (different === row && span === row - 1) return 'exact'
    return different <= row - enough && span >= row - 3 ? 'approximate' : null
  }
})

const unauthenticated = watching('limits.unauthenticated-bucket', () => {
  let whole = 0
  return ({ kind, left, limit }, exchange) => {
    if (kind !== 'bare' || !operation(exchange, 'ping')) return null
    whole = left === limit ? whole + 1 : 0
    return whole >= 2 ? 'untouched' : null
  }
})

/** More than a count may lag, and than chance makes alike. */
const apart = 5

/** Refusals of tokens that hold no longer beside what is left to the client. */
const invalidToken = watching('limits.invalid-token-bucket', () => {
  let own: Call | null = null
  let before: Call | null = null
  return (call, exchange) => {
    if (call.kind === 'own') own = call
    // One that nobody issued names no client.
    const isInvalid = call.kind === 'foreign' && responseAt(exchange, '/code') === 'token_expired'
    if (!isInvalid || own === null || own.left > call.limit - 2 * apart) return null
    const last = before
    before = call
    if (own.end > call.start || call.start - own.end > soon || Math.abs(call.reset - own.reset) > 60) return null
    if (own.left - call.left === 1) return 'of-the-client'
    if (last === null || last.end > call.start || Math.abs(call.left - own.left) <= apart) return null
    return last.left - call.left === 1 ? 'by-address' : null
  }
})

/** A second is what a date leaves out. */
const atPresent = 1

/** More than rounding may move a reset. */
const along = 3

/** The first call of a window, or one that does not count: the end of a window that is fixed may be near by chance, and stays where it is. */
const resetMeaning = watching('limits.reset-meaning', () => {
  let first: { reset: number; now: number } | null = null
  return (call, exchange) => {
    const now = Date.parse(headerOf(exchange.response.headers, 'date') ?? '') / 1000
    const isPresent = call.left >= call.limit - 1 && Math.abs(call.reset - now) <= atPresent
    if (!isPresent) return null
    first ??= { reset: call.reset, now }
    const [moved, passed] = [call.reset - first.reset, now - first.now]
    // After a whole window another one may end just now.
    if (passed > 40) first = { reset: call.reset, now }
    return passed >= along && passed <= 40 && Math.abs(moved - passed) <= atPresent ? 'now' : null
  }
})

/** What is left falls while the end moves on: in a window that starts over, the end stays where it is. */
const windowKind = watching('limits.window-kind', () => {
  let first: Call | null = null
  return (call) => {
    if (call.kind !== 'own') return null
    const since = first !== null && call.left < first.left && call.reset >= first.reset ? first : call
    first = since
    const [moved, passed] = [call.reset - since.reset, (call.end - since.start) / 1000]
    return moved >= 3 && passed >= 3 && Math.abs(moved - passed) <= 1.5 && passed < 40 ? 'sliding' : null
  }
})

/** Letters; a server that takes that many in one text sets it no limit of its own. */
const veryLong = 1_000_000

const longText = (exchange: Answered): string | null => {
  if (!operation(exchange, 'createOrder', 'amendOrder', 'sendMessage')) return null
  const { body } = exchange.request
  if (body === null || body.length < veryLong) return null
  const sent = requestAt(exchange, '')
  const [name] = Object.entries(isObject(sent) ? sent : {}).find(
    ([, value]) => typeof value === 'string' && value.length >= veryLong,
  ) ?? [null]
  if (name === null) return null
  if (isSuccess(exchange)) return 'no-own-limit'
  return itemsAt(exchange, '/details').some(({ field }) => field === name) ? statusReading(exchange, 400, 422) : null
}

const isLimited = ({ response }: Answered): boolean => response.status === 429
const sendsBody = (exchange: Answered): boolean => operation(exchange, ...withBodies)

export const observers: readonly Observer[] = [
  counting('limits.token-requests', 'token', 'shared-count', 'own-count'),
  counting('limits.download-count', 'download', 'counted', 'not-counted'),
  // Refusals for the rate itself show only once nothing is left to take from.
  counting('limits.counted-requests', 'refused', null, 'successes-only'),
  exactness,
  unauthenticated,
  invalidToken,
  windowKind,
  resetMeaning,
  matches('limits.retry-after-rounding', isLimited, header('retry-after'), { 'may-be-zero': '0' }),
  { freedom: 'limits.text-lengths', reading: longText },
  matches('limits.json-body-size', sendsBody, statusOf, statuses(413)),
]
