// A client of the interface as the contract wants it; a habit that is replaced makes it a bad one.
import { setTimeout as macrotask } from 'node:timers/promises'
import type { Clock, Recorder } from './recorder.ts'

export type Ask = {
  operation: string
  method: string
  path: string
  query?: Record<string, string>
  headers: Record<string, string>
  json?: unknown
  body?: string | FormData
  /** A whole address: a signed link. */
  url?: string
}

/** What a client makes of JSON that it trusts. */
export type Loose = ReturnType<typeof JSON.parse>

export type Reply = { status: number; headers: Headers; json: Loose; bytes: Uint8Array }

/** Each is a decision that the contract makes. */
export type Habits = {
  /** The last word on a request before it is sent. */
  send: (ask: Ask) => Ask
  keepsToken: boolean
  renewsExpired: boolean
  repeatsAfterRenewal: boolean
  mostRenewals: number
  stopsOnInvalid: boolean
  stopsOnRevoked: boolean
  waitMs: (attempt: number, retryAfterMs: number, chance: number, status: number) => number
  repeats: (operation: string, status: number, isRead: boolean) => boolean
  repeatsRefused: number | null
  retryKey: (key: string) => string
  looksFirst: { message: boolean; upload: boolean; revision: boolean; after500: boolean }
  readsAccount: boolean
  ordersOnMismatch: boolean
}

export const goodHabits: Habits = {
  send: (ask) => ask,
  keepsToken: true,
  renewsExpired: true,
  repeatsAfterRenewal: true,
  mostRenewals: 1,
  stopsOnInvalid: true,
  stopsOnRevoked: true,
  waitMs: (attempt, retryAfterMs, chance) => retryAfterMs + 500 * 2 ** attempt * (0.6 + 0.8 * chance),
  repeats: (operation, status, isRead) =>
    status === 429 || status === 503 || (status >= 500 && (isRead || operation === 'createOrder')),
  repeatsRefused: null,
  retryKey: (key) => key,
  looksFirst: { message: true, upload: true, revision: true, after500: true },
  readsAccount: true,
  ordersOnMismatch: false,
}

type Credential = { client_id: string; client_secret: string }

type ClientOptions = {
  recorder: Recorder
  clock: Clock
  base: string
  credential: Credential
  habits: Habits
  usesBasic?: boolean
}

const mostAttempts = 7

/** Chance that is the same in every run. */
const createChance = (): (() => number) => {
  let state = 12345
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

export class Stopped extends Error {}

/** What comes later than this was not on its way when the answer came. */
const onItsWayMs = 150

export const createClient = ({ recorder, clock, base, credential, habits, usesBasic = false }: ClientOptions) => {
  const chance = createChance()
  let token: { value: string; until: number } | null = null
  let stopped = false

  /** A person corrects what a bad habit spoiled, where the service refuses it. */
  const exchange = async (given: Ask): Promise<Reply | null> => {
    const ask = habits.send(given)
    const reply = await send(ask)
    const isPlanned = reply?.json?.code === reply?.json?.message
    if (ask === given || reply === null || isPlanned || ![400, 404, 415, 422].includes(reply.status)) return reply
    const key = given.headers['idempotency-key']
    return send(
      key === undefined ? given : { ...given, headers: { ...given.headers, 'idempotency-key': `${key}-corrected` } },
    )
  }

  const send = async (ask: Ask): Promise<Reply | null> => {
    const url = new URL(ask.url ?? base + ask.path)
    for (const [name, value] of Object.entries(ask.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers(ask.headers)
    if (ask.json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const body = ask.json === undefined ? ask.body : JSON.stringify(ask.json)
    await macrotask(0)
    try {
      const response = await recorder.fetch(
        new Request(url, { method: ask.method, headers, ...(body !== undefined && { body }) }),
      )
      const bytes = new Uint8Array(await response.arrayBuffer())
      let json: unknown = null
      try {
        json = JSON.parse(Buffer.from(bytes).toString('utf8'))
      } catch {
        // A file, or nothing.
      }
      return { status: response.status, headers: response.headers, json, bytes }
    } catch {
      return null
    }
  }

  const fetchToken = async (): Promise<string> => {
    const { client_id, client_secret } = credential
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
    const fields = { grant_type: 'client_credentials', ...(!usesBasic && { client_id, client_secret }) }
    const ask: Ask = {
      operation: 'requestToken',
      method: 'POST',
      path: '/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(usesBasic && { authorization: basic }),
      },
      body: new URLSearchParams(fields).toString(),
    }
    const reply = await exchange(ask)
    if (reply?.json?.error === 'invalid_client') {
      if (!habits.stopsOnInvalid) await clock.sleep(onItsWayMs).then(() => exchange(ask))
      stopped = true
      throw new Stopped('invalid_client')
    }
    token = { value: reply!.json.access_token, until: clock.now() + (reply!.json.expires_in - 300) * 1000 }
    return token.value
  }

  const tokenNow = async (): Promise<string> =>
    habits.keepsToken && token !== null && clock.now() < token.until ? token.value : fetchToken()

  /** Sends a call with all that belongs to it; null where no answer came. */
  const call = async (ask: Omit<Ask, 'headers'> & { headers?: Record<string, string> }): Promise<Reply | null> => {
    if (stopped) throw new Stopped(ask.operation)
    let current = await tokenNow()
    let renewals = 0
    let headers = ask.headers ?? {}
    const isRead = ask.method === 'GET'
    for (let attempt = 0; ; attempt += 1) {
      const reply = await exchange({ ...ask, headers: { ...headers, authorization: `Bearer ${current}` } })
      const status = reply?.status ?? 0
      const code = reply?.json?.code
      if (status === 401 && code === 'client_revoked') {
        for (let left = habits.stopsOnRevoked ? 0 : 2; left > 0; left -= 1) {
          await clock.sleep(onItsWayMs)
          await exchange({ ...ask, headers: { ...headers, authorization: `Bearer ${current}` } })
        }
        stopped = true
        throw new Stopped(code)
      }
      if (status === 401 && code === 'token_expired') {
        if (!habits.renewsExpired) {
          if (renewals > 0) return reply
          renewals += 1
          continue
        }
        if (renewals >= habits.mostRenewals) return reply
        renewals += 1
        current = await fetchToken()
        if (!habits.repeatsAfterRenewal) return reply
        continue
      }
      const isLostCreate = reply === null && ask.operation === 'createOrder'
      const goesOn = isLostCreate || (reply !== null && habits.repeats(ask.operation, status, isRead))
      if (reply !== null && habits.repeatsRefused === status && attempt === 0) continue
      if (!goesOn || attempt + 1 >= mostAttempts) return reply
      const retryAfter = Number(reply?.headers.get('retry-after') ?? 0) * 1000
      await clock.sleep(habits.waitMs(attempt, retryAfter, chance(), status))
      const key = headers['idempotency-key']
      if (key !== undefined) headers = { ...headers, 'idempotency-key': habits.retryKey(key) }
    }
  }

  const get = (operation: string, path: string, query: Record<string, string> = {}) =>
    call({ operation, method: 'GET', path, query })

  const post = (operation: string, path: string, json: unknown, headers: Record<string, string> = {}) =>
    call({ operation, method: 'POST', path, json, headers })

  return {
    base,
    clock,
    habits,
    exchange,
    call,
    get,
    post,
    token: tokenNow,
    /** The start-up check; false where no order may be placed. */
    async start(environment: string, lender: string): Promise<boolean> {
      await tokenNow()
      if (!habits.readsAccount) return true
      const account = (await get('getAccount', '/account'))!.json
      return (account.environment === environment && account.lender.id === lender) || habits.ordersOnMismatch
    },
    create: (json: unknown, key: string) => post('createOrder', '/orders', json, { 'idempotency-key': key }),
    patch: (id: string, json: unknown) =>
      call({ operation: 'amendOrder', method: 'PATCH', path: `/orders/${id}`, json }),
    download: (url: string) => exchange({ operation: 'downloadDocument', method: 'GET', path: '', url, headers: {} }),
  }
}

export type Client = ReturnType<typeof createClient>
