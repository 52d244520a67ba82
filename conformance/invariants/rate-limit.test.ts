// Shows what is asked of the Retry-After of a 503, and that a 429 is held to seconds.
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
