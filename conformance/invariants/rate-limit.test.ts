// Shows what is asked of the Retry-After of a 503, that a 429 is held to seconds, and that a window may end within one.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'
import { rateLimit } from './rate-limit.ts'

const answer = (status: number, retryAfter?: string): Answered =>
  exchangeOf({ status, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] })

const failed = (one: Answered): string[] =>
  rateLimit
    .assert(one, createMemory(createSecrets()))
    .filter(({ passed, rule }) => !passed && rule.includes('retry-after'))
    .map(({ rule }) => rule)

t.test('a 503 says when to come back, in one of the two forms', async (t) => {
  t.strictSame(failed(answer(503, '5')), [])
  t.strictSame(failed(answer(503, 'Sun, 22 Nov 2026 12:00:00 GMT')), [])
  t.strictSame(failed(answer(503)), ['errors.retry-after-on-503'])
  t.strictSame(failed(answer(503, 'soon')), ['errors.retry-after-on-503'])
})

t.test('a 429 says it in seconds', async (t) => {
  t.strictSame(failed(answer(429, '5')), [])
  t.strictSame(failed(answer(429)), ['limits.retry-after-on-429'])
  t.strictSame(failed(answer(429, 'Sun, 22 Nov 2026 12:00:00 GMT')), ['limits.retry-after-is-in-seconds'])
})

t.test('the reset of a window is in seconds, which may have a fraction', async (t) => {
  const wrong = (reset: string): string[] =>
    rateLimit
      .assert(exchangeOf({ status: 200, headers: [['X-RateLimit-Reset', reset]] }), createMemory(createSecrets()))
      .filter(({ passed, rule }) => !passed && rule.includes('reset'))
      .map(({ rule }) => rule)
  t.strictSame(wrong('30'), [])
  t.strictSame(wrong('30.25'), [])
  t.strictSame(wrong('30000'), ['limits.reset-header-is-unix-seconds'])
  t.strictSame(wrong('soon'), ['limits.reset-header-is-unix-seconds'])
})
