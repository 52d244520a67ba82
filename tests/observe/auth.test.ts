// What tokens and refusals of them show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

const token = (sent: string, status: number, body: object = {}, more: Partial<Given> = {}): Given => ({
  operation: 'requestToken',
  role: null,
  sent,
  status,
  body,
  ...more,
})

t.test('a token shows its form and whether it may be cached', async (t) => {
  const form = (access_token: string) => shown('auth.token-form', token('', 200, { access_token }))
  t.same([form('a.b.c'), form('abc'), form('a.b')], [['structured-text'], ['random-text'], ['random-text']])
  const cached = (...headers: Headers) => shown('auth.token-cache-header', token('', 200, {}, { headers }))
  t.same([cached(['Cache-Control', 'no-store']), cached()], [['no-store'], ['absent']])
})

t.test('a refusal of a token shows its error', async (t) => {
  const grant = (type: string, error: string, status = 400) =>
    shown('auth.unsupported-grant-error', token(`grant_type=${type}`, status, { error }))
  t.same(grant('password', 'invalid_request'), ['invalid-request'])
  t.same(grant('password', 'unsupported_grant_type'), ['unsupported-grant-type'])
  t.same(grant('password', 'unauthorized_client'), ['unauthorized-client'])
  t.same([grant('client_credentials', 'invalid_request'), grant('password', 'invalid_request', 401)], [[], []])
  const other = (status: number, error: string) =>
    shown('auth.token-error-on-other-statuses', token('', status, { error }))
  t.same(other(415, 'invalid_request'), ['invalid-request'])
  t.same(other(429, 'unauthorized_client'), ['unauthorized-client'])
  t.same(other(400, 'invalid_request'), [])
  const asking: Headers = [
    ['Authorization', 'Basic x'],
    ['Content-Type', 'application/json'],
  ]
  const basic = (status: number, sent = '{}') => shown('auth.basic-with-json', token(sent, status, {}, { asking }))
  t.same([basic(200), basic(400), basic(200, '{"client_secret":"x"}')], [['accepted'], ['refused'], []])
})

t.test('a call without a token shows whether it is challenged', async (t) => {
  const call = (operation: string | null, ...headers: Headers): Given => ({
    operation,
    status: 401,
    headers,
    body: refusal(),
  })
  const freedom = 'auth.challenge-header'
  t.same(shown(freedom, call('getAccount')), ['absent'])
  t.same(shown(freedom, call('getAccount', ['WWW-Authenticate', 'Bearer'])), ['present'])
  t.same(shown(freedom, call('downloadDocument'), call('requestToken'), call(null)), [])
})
