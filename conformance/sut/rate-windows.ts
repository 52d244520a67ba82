// What each client has used of its rate limit window, as far as the run can know it: by counting what it sent.
import { headerOf, isAnswered, numberOf, secondsOf, type Answered, type Exchange } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { limits } from '../contract/limits.ts'

export type RateWindow = {
  /** Milliseconds since 1970; null while it is not known when the window began and what was used of it before. */
  startedAt: number | null
  /** Until when it is known, in milliseconds since 1970: by then the target may have begun another. */
  knownUntil: number | null
  /** Whether its time passed while it was in use, with no word of the target that another had begun. */
  timeRanOut: boolean
  /** The most that may have been counted for this client: its own requests, and those that named no client. */
  sent: number
  /** Its own requests, however they were answered. */
  own: number
  /** The least that was counted: its own requests that were served, but for those that may count for nobody. */
  served: number
  /** The first and the last time of reset that its answers named, in Unix seconds. */
  resets: [first: number, last: number] | null
  /** When it is over by its answers, in milliseconds of our own clock; null where they do not show. */
  endsAt: number | null
  /** Whether it seems to have no end that it keeps to, as one that always covers the last minute. */
  slides: boolean
  /** What the last answer said is left; null before the first. */
  left: number | null
  /** How many answers up to the last one each said one less than the one before. */
  falling: number
  /** Requests served after an answer had said that nothing is left. */
  beyond: number
  /** The first refusal for the rate within this window. */
  refusal: Answered | null
  /** When the last answer was there, in milliseconds since 1970; null before the first. */
  answeredAt: number | null
}

/** `left` is what the answer before had said, and `quietMs` how long ago that was. */
export type Early = { answer: Answered; sent: number; left: number | null; quietMs: number }

/** Where nothing was sent for longer than this, others may have used what was left. */
export const longestQuietMs = 1000

export type RateWindows = {
  /** Whether other parts of the run use the same credentials at the same time. */
  readonly shared: boolean
  saw(exchange: Exchange): void
  /** A new window has begun for every client, or by the target's word for one, which its first answer is to show. */
  begun(role?: Role): void
  /** Begins one for every client; what is answered meanwhile may count in the new one. */
  renewed(renew: () => Promise<void>): Promise<void>
  of(role: Role): RateWindow
  /** The first refusal of a role that came before its allowance can have been used up, in any window. */
  early(role: Role): Early | null
}

export const allowance = (): number => limits().requests_per_minute

/** Shorter than the minute of the contract, so that a window of ours ends within the target's. */
const windowMs = 50_000
/** A window of the target's that it says is not over. */
const longestMs = 58_000

/** What may be used of an allowance that counts as whole: a count may lag, and others may have been quicker. */
export const turn = 20

/** What a target's own count may lag behind. */
const lag = 10

/** What the date of an answer leaves out. */
const dateMs = 1000

/** What names no client, or need not count for the one that it names. */
export const exemptFromRateLimit = new Set(['ping', 'requestToken', 'downloadDocument'])

/** Refused before a token was read, so that its headers count for no client. */
const unread = new Set([414, 431])

/** In a window that starts over the reset leaps by a minute; in one that slides, by no more than the time that has passed. */
const leapSeconds = 55

const fresh = (startedAt: number | null): RateWindow => ({
  startedAt,
  knownUntil: null,
  timeRanOut: false,
  sent: 0,
  own: 0,
  served: 0,
  resets: null,
  endsAt: null,
  slides: false,
  left: null,
  falling: 0,
  beyond: 0,
  refusal: null,
  answeredAt: null,
})

const leftIn = ({ response }: Answered): number | null => numberOf(response.headers, 'x-ratelimit-remaining') ?? null

const resetIn = ({ response }: Answered): number | null => secondsOf(response.headers, 'x-ratelimit-reset') ?? null

/** Milliseconds since 1970 by our clock, a second late at most, as the date of an answer is cut to the second. */
const endOf = ({ response, startedAt, ms }: Answered, reset: number): number | null => {
  const date = Date.parse(headerOf(response.headers, 'date') ?? '')
  return Number.isNaN(date) ? null : startedAt + ms + Math.max(0, reset * 1000 - date) + dateMs
}

/** Requests that surely fit what is left of a window, by our count and by the target's word. */
export const fitting = ({ startedAt, own, left, refusal }: RateWindow): number =>
  startedAt === null || refusal !== null ? 0 : Math.min(allowance() - own, left ?? 0)

export const createRateWindows = (now: () => number, shared = false): RateWindows => {
  const windows = new Map<Role, RateWindow>()
  const early = new Map<Role, Early>()
  const presumed = new Set<Role>()
  /** Clients whose first window is known by its first answer alone. */
  const unused = new Set<Role>()
  /** What each renewal under way has seen. */
  const renewals = new Set<Exchange[]>()
  let startedAt: number | null = null
  let nameless = 0

  const of = (role: Role): RateWindow => {
    const known = windows.get(role) ?? { ...fresh(startedAt), sent: nameless }
    windows.set(role, known)
    const { startedAt: since } = known
    // The target may have begun a window of its own by now, unless it says that it has not.
    const shown = Math.min((known.endsAt ?? 0) - 2 * dateMs, (since ?? 0) + longestMs)
    known.knownUntil = since === null ? null : Math.max(since + windowMs, shown)
    if (known.knownUntil !== null && now() > known.knownUntil)
      Object.assign(known, { startedAt: null, timeRanOut: true })
    return known
  }

  const judge = (role: Role, window: RateWindow, answer: Answered): void => {
    const left = leftIn(answer)
    const reset = exemptFromRateLimit.has(answer.operation ?? '') ? null : resetIn(answer)
    const isLeap = reset !== null && window.resets !== null && reset - window.resets[1] > leapSeconds
    // Less is left than before: the same window, whose end was put otherwise at first.
    const isSame = isLeap && window.startedAt !== null && left !== null && left <= (window.left ?? 0)
    if (isSame) window.resets = null
    const isNew = isLeap && !isSame
    const counted = allowance() - (left ?? 0)
    // By the first answer that names a reset nobody else has used the window, which has nearly all of its minute left.
    const isUnused =
      window.startedAt === null &&
      window.resets === null &&
      reset !== null &&
      left !== null &&
      (endOf(answer, reset) ?? 0) - answer.startedAt > leapSeconds * 1000
    // A window that the target began, by its own word, and the first answers in it.
    if (isUnused && counted <= turn) unused.add(role)
    if ((isNew || isUnused) && counted <= turn)
      Object.assign(window, fresh(answer.startedAt), { sent: counted + lag, own: counted, slides: window.slides })
    else if (left !== null && window.left !== null && left > window.left + turn) window.startedAt = null
    if (reset !== null) {
      const [first, last] = window.resets ?? [reset, reset]
      window.resets = [Math.min(first, reset), Math.max(last, reset)]
      const span = window.resets[1] - window.resets[0]
      if (span > leapSeconds) window.startedAt = null
      else if (span > 1) {
        window.slides = true
        // It seemed whole at first, as one that slides does too.
        if (unused.delete(role)) window.startedAt = null
      }
      window.endsAt = endOf(answer, reset)
    }
    if (left !== null && presumed.delete(role)) {
      window.sent = Math.max(window.sent, counted)
      if (counted > turn) {
        window.slides = true
        window.startedAt = null
      }
    }
    if (answer.response.status === 429) {
      window.refusal ??= answer
      const quietMs = window.answeredAt === null ? 0 : answer.startedAt - window.answeredAt
      const isKnown = (early.get(role)?.quietMs ?? Infinity) <= longestQuietMs
      if (window.startedAt !== null && window.sent <= allowance() && !isKnown)
        early.set(role, { answer, sent: window.sent, left: window.left, quietMs })
    } else if (answer.response.status < 400) {
      const isCounted = !exemptFromRateLimit.has(answer.operation ?? '') && answer.startedAt >= (window.startedAt ?? 0)
      if (isCounted) window.served += 1
      if (window.left === 0) window.beyond += 1
    }
    // A refusal need not count.
    if (left !== null && (left !== window.left || answer.response.status < 400))
      window.falling = left + 1 === window.left ? window.falling + 1 : 0
    window.left = left ?? window.left
    window.answeredAt = answer.startedAt + answer.ms
  }

  const begun = (role?: Role): void => {
    if (role !== undefined) {
      windows.set(role, { ...fresh(now()), slides: of(role).slides })
      presumed.add(role)
      unused.delete(role)
      return
    }
    windows.clear()
    presumed.clear()
    unused.clear()
    startedAt = now()
    nameless = 0
  }

  const count = ({ role }: Exchange): RateWindow | null => {
    if (role === null) {
      nameless += 1
      for (const window of windows.values()) window.sent += 1
      return null
    }
    const window = of(role)
    window.sent += 1
    window.own += 1
    return window
  }

  return {
    shared,
    of,
    early: (role) => early.get(role) ?? null,
    begun,
    async renewed(renew) {
      const seen: Exchange[] = []
      renewals.add(seen)
      await renew().finally(() => renewals.delete(seen))
      begun()
      for (const exchange of seen) count(exchange)
    },
    saw(exchange) {
      for (const seen of renewals) seen.push(exchange)
      const window = count(exchange)
      if (window && isAnswered(exchange) && !unread.has(exchange.response.status))
        judge(exchange.role!, window, exchange)
    },
  }
}
