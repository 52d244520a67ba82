// Clients of one habit, which they keep up for as long as their recording is: what a rule looks at again for each of their calls shows.
import type { HarEntry } from '../../conformance/audit/journal/har-entry.ts'

const base = 'https://sandbox.lender-orders.example/v1'
const begin = Date.UTC(2026, 0, 1)
const minute = 60_000

type Given = {
  status?: number
  sent?: object
  received?: object
  token?: string
  stepMs?: number
  key?: string
}

const headersOf = (all: Record<string, string>): { name: string; value: string }[] =>
  Object.entries(all).map(([name, value]) => ({ name, value }))

const call = (n: number, method: string, path: string, given: Given = {}): HarEntry => {
  const { status = 200, sent, received = {}, token = 'tok_of_all_calls', stepMs = minute, key } = given
  const body = sent === undefined ? undefined : JSON.stringify(sent)
  return {
    startedDateTime: new Date(begin + n * stepMs).toISOString(),
    time: 20,
    request: {
      method,
      url: `${base}${path}`,
      headers: headersOf({
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }),
      }),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status,
      headers: headersOf({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1' }),
      content: { mimeType: 'application/json', text: JSON.stringify(received) },
    },
  }
}

const at = (n: number): string => new Date(begin + n * minute).toISOString()
const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`
const token = (n: number): string => `tok_${String(n).padStart(12, '0')}`
const refused = (code: string): object => ({ code, message: 'No.', correlation_id: 'cor_1' })
const event = (n: number): object => ({ id: id('evt', n), type: 'order.status_changed', order_id: id('ord', n) })
const credential = { grant_type: 'client_credentials', client_id: 'cli_a', client_secret: 's'.repeat(30) }

const fetched = (n: number): HarEntry =>
  call(n, 'POST', '/oauth/token', {
    sent: credential,
    received: { access_token: token(n), token_type: 'Bearer', expires_in: 3600, scope: 'lender' },
  })

const page = (n: number, total: number): object => ({
  data: [{ id: id('ord', n), dates: { updated_at: at(n) } }],
  page: 1,
  per_page: 1,
  total,
  total_pages: total,
})

export const habits: Record<string, (n: number) => HarEntry> = {
  'reads the feed from its beginning': (n) =>
    call(n, 'GET', '/events', { received: { data: [event(1)], next_cursor: null } }),
  'reads an empty feed': (n) => call(n, 'GET', '/events', { received: { data: [], next_cursor: null } }),
  'follows no cursor, by another filter each time': (n) =>
    call(n, 'GET', `/events?type=t${n}`, { received: { data: [event(n)], next_cursor: id('evt', n) } }),
  'reads the first page of each window': (n) =>
    call(n, 'GET', `/orders?per_page=1&updated_since=${at(n)}`, { received: page(n, 2) }),
  'reads two windows in turn': (n) =>
    call(n, 'GET', `/orders?per_page=1&updated_since=${at(n % 2)}`, { received: page(n % 2, 1) }),
  'fetches a token for each call': (n) =>
    n % 2 === 0 ? fetched(n) : call(n, 'GET', '/account', { token: token(n - 1) }),
  'tries one secret after another': (n) =>
    call(n, 'POST', '/oauth/token', {
      status: 401,
      sent: { ...credential, client_secret: `secret number ${n}` },
      received: { error: 'invalid_client' },
    }),
  'uses tokens of others': (n) =>
    call(n, 'GET', '/account', { token: token(n), status: 401, received: refused('client_revoked') }),
  'sends again without end after 429': (n) =>
    call(n, 'GET', '/account', { status: 429, stepMs: 1000, received: refused('rate_limited') }),
  'sends a write again after 503': (n) =>
    call(n, 'POST', `/orders/${id('ord', 1)}/messages`, {
      status: 503,
      stepMs: 500,
      sent: { body: 'x' },
      received: refused('service_unavailable'),
    }),
  'reads orders that nobody gave': (n) => call(n, 'GET', `/orders/${id('ord', n)}`, { received: { id: id('ord', n) } }),
  'reads orders in vain': (n) =>
    call(n, 'GET', `/orders/${id('ord', n)}`, { status: 500, received: refused('internal_error') }),
  'sends again without end after 401': (n) => call(n, 'GET', '/account', { status: 401, received: refused('unknown') }),
  'places orders that are refused': (n) =>
    call(n, 'POST', '/orders', {
      status: 422,
      key: `key-${n}`,
      sent: { client_reference: `R${n}` },
      received: {
        ...refused('validation_failed'),
        details: [{ field: 'loan.number', message: 'No.', code: 'required' }],
      },
    }),
  'places orders': (n) =>
    call(n, 'POST', '/orders', {
      status: 201,
      key: `key-${n}`,
      sent: { client_reference: `R${n}`, loan: { number: `L${n}` } },
      received: { id: id('ord', n), status: { code: 'new' } },
    }),
  'amends one order': (n) =>
    call(n, 'PATCH', `/orders/${id('ord', 1)}`, { sent: { notes: [{ type: 'order', text: `x${n}` }] } }),
  'writes messages': (n) =>
    call(n, 'POST', `/orders/${id('ord', 1)}/messages`, { sent: { body: `x${n}` }, received: { id: id('msg', n) } }),
}
