// How often the audit blames a client for what chance does to its calls: by models of clients that keep the contract.
import type { Call, Journal } from '../../conformance/audit/call.ts'
import { ruleGroups } from '../../conformance/audit/rules/index.ts'
import type { Chance } from './library-waits.ts'

export type Model = {
  name: string
  /** The thresholds that it is about. */
  about: readonly string[]
  rule: string
  /** Whether the audit cannot know better: a limit that the page names. */
  isLimit?: true
  calls: (chance: Chance) => Call[]
}

const client = 'cli_demo'
const minuteMs = 60_000
const known = {
  own: false,
  body: 'none',
  type: null,
  credential: true,
  headers: true,
  query: true,
  outcome: true,
  duration: true,
  stepMs: 1,
} as const

type Given = Partial<Pick<Call, 'operation' | 'token' | 'status' | 'received'>> & {
  path: string
  at: number
  ms?: number
  stepMs?: number
  headers?: [string, string][]
}

const callOf = (given: Given, index: number): Call => {
  const { path, at, ms = 10, stepMs = 1, headers = [], operation = 'getAccount', token = null, status = 200 } = given
  const url = new URL(`https://api.lender.example/v1${path}`)
  const request = { method: operation === 'requestToken' ? 'POST' : 'GET', url: url.href, headers: [], body: null }
  const response = status === null ? null : { status, headers, body: new Uint8Array() }
  const id = `x${index + 1}`
  const source = 'journal'
  const exchange = { id, source, operation, role: null, environment: 'production', ms, failure: null, startedAt: at }
  return {
    id,
    exchange: { ...exchange, request, response } as Call['exchange'],
    operation,
    environment: 'production',
    environmentIsKnown: true,
    client,
    token,
    url,
    ids: {},
    sent: undefined,
    received: given.received,
    status,
    size: 0,
    known: { ...known, stepMs },
    page: null,
    startedAt: at,
    endedAt: at + ms,
    clock: at,
    fault: null,
  }
}

const journalOf = (calls: readonly Call[]): Journal => ({
  calls,
  deliveries: [],
  fromStart: false,
  others: 0,
  elsewhere: new Map(),
  nobodys: [],
  byClient: new Map([[client, calls]]),
  named: new Set([client]),
  lacks: new Set(),
  unknownAnswers: { errors: 0, error: null, areLeftOut: false },
  leftOut: [],
})

const isBlamed = (rule: string, calls: readonly Call[]): boolean => {
  let blamed = false
  const seen = { occasion: () => undefined, violation: () => void (blamed = true) }
  ruleGroups
    .flatMap(({ rules }) => rules)
    .find((one) => one.rule === rule)!
    .judge(journalOf(calls), seen)
  return blamed
}

/** How many of the runs blame the client. */
export const blamesOf = ({ rule, calls }: Model, runs: number, chance: Chance): number => {
  let blames = 0
  for (let run = 0; run < runs; run += 1) if (isBlamed(rule, calls(chance))) blames += 1
  return blames
}

const start = Date.UTC(2026, 0, 5, 9)

/** A clock is off by up to 500 millionths, a timer ends up to a tick early, and a recorder writes whole steps. */
const obeyed =
  (tickMs: number, stepMs: number) =>
  (chance: Chance): Call[] => {
    const seconds = 1 + Math.floor(60 * chance())
    const asked = { path: '/account', stepMs }
    const at = start + Math.floor(1000 * chance())
    const ms = 5 + 50 * chance()
    const next = at + ms + seconds * 1000 * (1 - 0.0005 * chance()) - tickMs * chance()
    const written = (instant: number): number => Math.floor(instant / stepMs) * stepMs
    return [
      callOf(
        { ...asked, at: written(at), ms: Math.round(ms), status: 429, headers: [['Retry-After', `${seconds}`]] },
        0,
      ),
      callOf({ ...asked, at: written(next) }, 1),
    ]
  }

/** Between calls that come by chance. */
const gap = (chance: Chance, mean: number): number => -Math.log(1 - chance()) * mean

const byTime = (given: Given[]): Call[] => given.toSorted((one, other) => one.at - other.at).map(callOf)

const expiresIn = 3600

type Process = { startsAt: number; endsAt: number; meanGapMs: number; earlyMs: number; name: string }

/** One process: it takes a token when it needs one, and another one when this has so much of its life left. */
const working = (chance: Chance, { startsAt, endsAt, meanGapMs, earlyMs, name }: Process): Given[] => {
  const calls: Given[] = []
  let [token, until, count] = ['', 0, 0]
  for (let at = startsAt; at < endsAt; at += gap(chance, meanGapMs)) {
    if (at >= until - earlyMs) {
      token = `${name}-${(count += 1)}`
      until = at + expiresIn * 1000
      const received = { access_token: token, expires_in: expiresIn }
      calls.push({ path: '/oauth/token', operation: 'requestToken', at: at - 50, received })
    }
    calls.push({ path: `/account?call=${calls.length}`, at, token })
  }
  return calls
}

const renewing =
  (earlyMs: number, meanGapMs: number) =>
  (chance: Chance): Call[] =>
    byTime(working(chance, { startsAt: start, endsAt: start + 600 * minuteMs, meanGapMs, earlyMs, name: 'tok' }))

/** Processes that start within a minute of each other, and are recorded until each has made that many calls on average. */
const together =
  (processes: number, meanCalls: number) =>
  (chance: Chance): Call[] => {
    const meanGapMs = minuteMs
    const endsAt = start + minuteMs + (meanCalls - 1) * meanGapMs
    const all = Array.from({ length: processes }, (_, index) =>
      working(chance, {
        startsAt: start + minuteMs * chance(),
        endsAt,
        meanGapMs,
        earlyMs: minuteMs,
        name: `tok${index}`,
      }),
    )
    return byTime(all.flat())
  }

/** What each rule is there for, by the same models: most of their runs must be blamed. */
export const wrongClients: readonly Model[] = [
  {
    name: 'waits half a second less than asked',
    about: [],
    rule: 'errors.client-waits-for-retry-after-on-429',
    calls: obeyed(500, 1),
  },
  {
    name: 'a token for each call',
    about: [],
    rule: 'auth.client-caches-tokens',
    calls: renewing(60 * minuteMs, 20 * minuteMs),
  },
]

const retryAfter = 'errors.client-waits-for-retry-after-on-429'
const caches = 'auth.client-caches-tokens'
const tokens = ['lifeLeft', 'fewestTokens']

export const models: readonly Model[] = [
  {
    name: 'obeys Retry-After, by timers that end 1 ms early (Node)',
    about: ['earlyMs'],
    rule: retryAfter,
    calls: obeyed(1, 1),
  },
  {
    name: 'the same by timers that end 16 ms early (Windows)',
    about: ['earlyMs'],
    rule: retryAfter,
    calls: obeyed(16, 1),
  },
  { name: 'the same in a recording of whole seconds', about: ['earlyMs'], rule: retryAfter, calls: obeyed(16, 1000) },
  {
    name: 'renews 10 s early (x/oauth2), a call in 5 minutes',
    about: tokens,
    rule: caches,
    calls: renewing(10_000, 5 * minuteMs),
  },
  {
    name: 'renews 60 s early (Authlib, Spring), a call in 20 minutes',
    about: tokens,
    rule: caches,
    calls: renewing(minuteMs, 20 * minuteMs),
  },
  {
    name: 'renews after 55 minutes, a call in 90 minutes',
    about: tokens,
    rule: caches,
    calls: renewing(5 * minuteMs, 90 * minuteMs),
  },
  {
    name: 'renews after 31 minutes, a call in 90 minutes',
    about: tokens,
    rule: caches,
    calls: renewing(29 * minuteMs, 90 * minuteMs),
  },
  { name: '3 processes with one credential, 1 call each', about: tokens, rule: caches, calls: together(3, 1) },
  { name: '8 processes with one credential, 20 calls each', about: tokens, rule: caches, calls: together(8, 20) },
  {
    name: '8 processes with one credential, 2 calls each',
    about: tokens,
    rule: caches,
    isLimit: true,
    calls: together(8, 2),
  },
]
