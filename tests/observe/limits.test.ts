// What rate limit headers, and refusals of what is too much, show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

const rate = (left: number, reset = 1060, date = 1000): Headers => [
  ['X-RateLimit-Limit', '600'],
  ['X-RateLimit-Remaining', String(left)],
  ['X-RateLimit-Reset', String(reset)],
  ['Date', new Date(date * 1000).toUTCString()],
]

t.test('what counts against the rate', async (t) => {
  let at = 0
  const own = (left: number, status = 200): Given => ({
    operation: 'getAccount',
    status,
    at: (at += 10),
    headers: rate(left),
    body: { client_id: 'cli_1' },
  })
  const open = (operation: string, left: number, more: Partial<Given> = {}): Given => ({
    operation,
    role: null,
    at: (at += 10),
    headers: rate(left),
    ...more,
  })
  const granted = (left: number, client = 'cli_1'): Given =>
    open('requestToken', left, { sent: `client_id=${client}`, body: { access_token: 'token-1' } })
  const tokens = 'limits.token-requests'
  const uncounted = [own(500), granted(80), granted(79), granted(78), own(499)]
  t.same(shown(tokens, ...uncounted), [], 'what is left may have grown meanwhile')
  t.same(shown(tokens, ...uncounted, granted(77), granted(76), granted(75), own(498)), ['own-count'])
  t.same(shown(tokens, own(500), granted(499), granted(498), granted(497), own(496)), ['shared-count'])
  const others = [granted(80, 'cli_2'), granted(79, 'cli_2'), granted(78, 'cli_2')]
  t.same(shown(tokens, own(500), ...others, own(499)), [], 'of another client')
  t.same(shown(tokens, own(500), granted(80), own(499)), [], 'one may be chance')
  t.same(shown(tokens, own(500), granted(80), granted(79), granted(78), own(590)), [], 'another window')

  const link = '/download/doc_1?signature=a'
  const given: Given = {
    ...own(501),
    operation: 'getDocument',
    body: { download: { url: `https://api.example.test/sandbox/v1${link}` } },
  }
  const fetched = (left: number, more: Partial<Given> = {}): Given[] =>
    [1, 2, 3].map((n) => open('downloadDocument', left - n, { path: link, ...more }))
  const downloads = 'limits.download-count'
  t.same(shown(downloads, given, own(500), ...fetched(80), own(499), ...fetched(77), own(498)), ['not-counted'])
  t.same(shown(downloads, given, own(500), ...fetched(80), own(496)), ['counted'])
  const refusedLinks = [...fetched(80, { status: 403 }), own(499), ...fetched(77, { status: 403 }), own(498)]
  t.same(shown(downloads, given, own(500), ...refusedLinks), [], 'what is refused need not count')
  const ofAnother = { path: '/download/doc_2?signature=b' }
  const elsewhere = [...fetched(80, ofAnother), own(499), ...fetched(77, ofAnother), own(498)]
  t.same(shown(downloads, given, own(500), ...elsewhere), [], 'a link that another client got')
  const counted = 'limits.counted-requests'
  const refused = (left: number) => [1, 2, 3].map(() => own(left, 404))
  t.same(shown(counted, own(500), ...refused(500), own(499), ...refused(499), own(498)), ['successes-only'])
  t.same(shown(counted, own(500), own(499, 404), own(498, 404), own(497, 404), own(496)), [], 'which is not shown')
  const counts = [own(500), ...refused(497), own(496), ...refused(496), own(495), ...refused(495), own(494)]
  t.same(shown(counted, ...counts), [], 'a window that moves on gives back what was taken')

  const ping = (left: number) => open('ping', left)
  t.same(shown('limits.unauthenticated-bucket', ping(600), ping(600)), ['untouched'])
  t.same(shown('limits.unauthenticated-bucket', ping(599), ping(598)), [])

  const wait: Given = { operation: 'getOrder', status: 429, headers: [['Retry-After', '0']] }
  t.same(shown('limits.retry-after-rounding', wait), ['may-be-zero'])
})

t.test('what the headers say of the window', async (t) => {
  const own = (left: number, reset: number, date: number, at = date * 1000): Given => ({
    operation: 'listOrders',
    at,
    headers: rate(left, reset, date),
  })
  const atOnce = (lag: number) =>
    Array.from({ length: 12 }, (_, n) => own(500 - n + (n % 3 === 2 ? lag : 0), 1060, 1000, 0))
  t.same(shown('limits.remaining-exactness', ...atOnce(0)), ['exact'])
  t.same(shown('limits.remaining-exactness', ...atOnce(1)), ['approximate'])
  const inTurn = Array.from({ length: 12 }, (_, n) => own(500 - n, 1060, 1000, n * 10))
  t.same(shown('limits.remaining-exactness', ...inTurn), [], 'not at the same time')
})

t.test('a text or a body that is very long', async (t) => {
  const create = (sent: unknown, status: number, body?: unknown): Given => ({
    operation: 'createOrder',
    sent,
    status,
    body,
  })
  const long = { appraiser_instructions: 'x'.repeat(1_000_000) }
  const texts = 'limits.text-lengths'
  t.same(shown(texts, create(long, 201)), ['no-own-limit'])
  t.same(shown(texts, create(long, 422, refusal([{ field: 'appraiser_instructions' }]))), ['status-422'])
  t.same(shown(texts, create(long, 413), create(long, 400, refusal()), create({ a: 'x' }, 201)), [])
  t.same(shown('limits.json-body-size', create(long, 413)), ['status-413'])
  t.same(shown('limits.json-body-size', { operation: 'uploadDocument', status: 413 }), [])
})

t.test('whose count a token that holds no longer shows, and how a window goes on', async (t) => {
  let at = 0
  const own = (left: number, reset = 1060): Given => ({
    operation: 'getAccount',
    at: (at += 10),
    headers: rate(left, reset),
    body: { client_id: 'cli_1' },
  })
  const dead = (left: number, code = 'token_expired'): Given => ({
    operation: 'getAccount',
    role: null,
    at: (at += 10),
    asking: [['Authorization', 'Bearer x']],
    status: 401,
    headers: rate(left),
    body: { code },
  })
  const bucket = 'limits.invalid-token-bucket'
  t.same(shown(bucket, own(400), dead(399)), ['of-the-client'])
  t.same(shown(bucket, own(400), dead(399, 'invalid_client')), [], 'such a token names nobody')
  t.same(shown(bucket, own(400), dead(600), dead(600)), [], 'an address that nothing counts looks the same')
  t.same(shown(bucket, own(400), dead(580), dead(579)), ['by-address'])
  t.same(shown(bucket, own(599), dead(598)), [], 'too few were sent to tell them apart')

  const later = (seconds: number, left: number, reset: number): Given => ({ ...own(left, reset), at: seconds * 1000 })
  t.same(shown('limits.window-kind', later(0, 500, 1060), later(4, 480, 1064)), ['sliding'])
  t.same(shown('limits.window-kind', later(0, 500, 1060), later(4, 480, 1060)), [])
  t.same(shown('limits.window-kind', later(0, 500, 1060), later(4, 599, 1064)), [], 'a new window')

  const present = (date: number, reset = date): Given => ({ ...own(599), headers: rate(599, reset, date) })
  t.same(shown('limits.reset-meaning', present(1000), present(1004)), ['now'])
  t.same(shown('limits.reset-meaning', present(1000)), [], 'a window may end just now')
  t.same(shown('limits.reset-meaning', present(999, 1000), present(1001, 1000)), [], 'it stays where it is')
  t.same(shown('limits.reset-meaning', present(1000), present(1060)), [], 'another window ends')
  t.same(shown('limits.reset-meaning', own(598, 1000), own(599, 1060)), [])
})
