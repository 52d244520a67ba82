import t from 'tap'
import type { InvariantResult } from '../invariants/invariants.ts'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createRenewals } from './renewals.ts'

const hour = 3_600_000
const start = Date.parse('2026-03-01T12:00:00Z')

const answered = (id: string, startedAt: number, operation: string, status: number, body: unknown): Answered =>
  exchangeOf({ id, startedAt, operation, status, body, role: null })

/** A token granted at the start and called expired some time later, while the target's clock says what it says. */
type Stated = { offset?: number; clock?: unknown; token?: string; refusal?: unknown; again?: number }

const shown = async (later: number, options: Stated = {}) => {
  const found: InvariantResult[] = []
  let offset = 0
  const at = start + later
  const clock = 'clock' in options ? options.clock : new Date(at + (options.offset ?? 0)).toISOString()
  const renewals = createRenewals({
    offset: () => offset,
    ping: async () => answered('x3', at, 'ping', 200, { status: 'ok', time: clock }),
    found: (results) => found.push(...results),
  })
  renewals.saw(answered('x1', start, 'requestToken', 200, { access_token: 'a-token' }))
  offset = options.offset ?? 0
  const refused = answered('x2', at, 'getAccount', 401, options.refusal ?? { code: 'token_expired' })
  await renewals.renewed(
    refused,
    options.token ?? 'a-token',
    answered('x4', at, 'getAccount', options.again ?? 200, {}),
  )
  return found.flatMap(({ assertions }) => assertions)
}

t.test('a token that is called expired before its hour is over breaks the rule of its life', async (t) => {
  t.match(await shown(240_000), [
    {
      rule: 'auth.token-is-valid-for-60-minutes',
      passed: false,
      received: 'token_expired after 240 s',
      requests: ['x2', 'x1'],
    },
  ])
})

t.test('one whose hour is over, by whatever clock, breaks nothing', async (t) => {
  t.strictSame(await shown(hour), [])
  t.strictSame(await shown(hour - 30_000), [], 'within a minute of it')
  t.strictSame(await shown(1_000, { offset: hour }), [], 'the run moved the clock itself')
  const ahead = new Date(start + 2 * hour).toISOString()
  t.strictSame(await shown(1_000, { clock: ahead }), [], 'somebody else moved it, or it runs fast')
  t.strictSame(await shown(1_000, { clock: null }), [], 'nobody can tell')
  t.strictSame(await shown(1_000, { token: 'not-granted-to-us' }), [])
})

t.test('any 401 speaks against the token where a fresh one is taken, and against none where it is not', async (t) => {
  const refusal = { code: 'invalid_client' }
  t.match(await shown(5_000, { refusal }), [{ passed: false, received: 'invalid_client after 5 s' }])
  t.match(await shown(5_000, { refusal: {} }), [{ passed: false, received: '401 after 5 s' }])
  t.match(await shown(5_000, { refusal, again: 404 }), [{ passed: false }])
  t.strictSame(await shown(5_000, { refusal, again: 401 }), [], 'the call is refused, whatever the token')
  t.strictSame(await shown(hour, { refusal }), [], 'its hour is over')
})
