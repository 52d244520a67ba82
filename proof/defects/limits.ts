// Defects that break rules of the area limits.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** `Retry-After` of a refusal is another one, or none. */
const retryAfter = (change: (seconds: string) => string | undefined): Mutation =>
  op.together(
    'answer',
    op.note('problems.status', ({ headers }) => {
      const { 'Retry-After': seconds } = headers
      const changed = seconds === undefined ? undefined : change(seconds)
      if (changed === undefined) delete headers['Retry-After']
      else headers['Retry-After'] = changed
    }),
  )

export const limits: readonly Defect[] = rows({
  'rate-refused-early': {
    breaks: 'limits.rate-is-600-a-minute',
    bug: 'The gateway in front refuses before the allowance that is shown has been used.',
    apply: op.replace('rateLimit.isOver', (window) => window.used > 580),
  },
  'rate-counted-for-all-clients': {
    breaks: 'limits.rate-is-counted-per-client',
    bug: 'The requests of all clients that call from one network address are counted together.',
    apply: op.replace('rateLimit.key', (_clientId, address) => `address ${address}`),
  },
  'rate-counted-for-each-token': {
    breaks: 'limits.rate-is-counted-per-client',
    bug: 'The requests of each token are counted on their own, so that a client which asks for another has a new allowance.',
    deep: 'only with a second token of the client',
    apply: op.instead('rateLimit.key', (usual, clientId, address, caller) =>
      [usual(clientId, address, caller), caller.authorization].join(' '),
    ),
  },
  'lists-are-not-counted': {
    breaks: 'limits.rate-spans-all-endpoints',
    bug: 'Only some endpoints count, the lists and the feed being served by another process.',
    apply: op.replace('rateLimit.counts', ({ path }) => !/\/(orders|order-types|events|webhook)$/.test(path)),
  },
  'feed-is-not-counted': {
    breaks: 'limits.rate-spans-all-endpoints',
    bug: 'The feed may be read as often as a client likes, and does not count.',
    deep: 'only for one endpoint',
    apply: op.replace('rateLimit.counts', ({ path }) => !path.endsWith('/events')),
  },
  'webhook-test-is-not-counted': {
    breaks: 'limits.rate-spans-all-endpoints',
    bug: 'Specimens are asked for on a route of their own, behind no limit.',
    deep: 'only for one endpoint',
    apply: op.replace('rateLimit.counts', ({ path }) => !path.endsWith('/webhook/test')),
  },
  'last-of-the-allowance-refused': {
    breaks: 'limits.rate-is-600-a-minute',
    bug: 'A request is refused once the allowance is reached, not once it is exceeded.',
    deep: 'only for the last request of a window',
    apply: op.replace('rateLimit.isOver', function (window) {
      return window.used >= this.requestsPerWindow
    }),
  },
  'sandbox-has-a-smaller-rate': {
    breaks: 'limits.rate-is-the-same-in-the-sandbox',
    bug: 'The sandbox is given a tenth of the allowance.',
    apply: op.misread('access.account', (client, lender, company, rate) => [
      client,
      lender,
      company,
      client.environment === 'sandbox' ? rate / 10 : rate,
    ]),
  },
  'no-limit-header': {
    breaks: 'limits.rate-limit-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Limit.',
    apply: op.drop('rateLimit.headers', 'X-RateLimit-Limit'),
  },
  'limit-header-per-second': {
    breaks: 'limits.rate-limit-header-is-the-allowance',
    bug: 'X-RateLimit-Limit shows the allowance of a second.',
    apply: op.edit('rateLimit.headers', (headers) =>
      Object.assign(headers, { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '9' }),
    ),
  },
  'no-remaining-header': {
    breaks: 'limits.remaining-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Remaining.',
    apply: op.drop('rateLimit.headers', 'X-RateLimit-Remaining'),
  },
  'remaining-header-never-falls': {
    breaks: 'limits.remaining-header-is-what-is-left',
    bug: 'X-RateLimit-Remaining shows the allowance as it was before anything was counted.',
    apply: op.falsify('rateLimit.headers', 'X-RateLimit-Remaining', (_left, headers) => headers['X-RateLimit-Limit']),
  },
  'remaining-header-counts-up': {
    breaks: 'limits.remaining-header-is-what-is-left',
    bug: 'X-RateLimit-Remaining shows what has been used.',
    apply: op.falsify('rateLimit.headers', 'X-RateLimit-Remaining', (_left, _headers, { used }) => String(used)),
  },
  'no-reset-header': {
    breaks: 'limits.reset-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Reset.',
    apply: op.drop('rateLimit.headers', 'X-RateLimit-Reset'),
  },
  'reset-header-in-milliseconds': {
    breaks: 'limits.reset-header-is-unix-seconds',
    bug: 'X-RateLimit-Reset is in milliseconds.',
    apply: op.falsify('rateLimit.headers', 'X-RateLimit-Reset', (reset) => `${String(reset)}000`),
  },
  'reset-header-counts-down': {
    breaks: 'limits.reset-header-is-unix-seconds',
    bug: 'X-RateLimit-Reset shows the seconds that are left.',
    apply: op.falsify('rateLimit.headers', 'X-RateLimit-Reset', (reset) =>
      String(Number(reset) - Math.floor(Date.now() / 1000)),
    ),
  },
  'reset-header-of-a-later-window': {
    breaks: 'limits.reset-header-is-unix-seconds',
    bug: 'X-RateLimit-Reset shows the end of a window that is two and a half minutes later.',
    deep: 'only beside the date of the answer',
    apply: op.falsify('rateLimit.headers', 'X-RateLimit-Reset', (reset) => String(Number(reset) + 150)),
  },
  'no-retry-after': {
    breaks: 'limits.retry-after-on-429',
    bug: 'A 429 does not say how long to wait.',
    apply: retryAfter(() => undefined),
  },
  'retry-after-in-milliseconds': {
    breaks: 'limits.retry-after-is-in-seconds',
    bug: 'Retry-After is in milliseconds.',
    apply: op.wrap('rateLimit.retryAfter', (seconds) => seconds * 1000),
  },
  'retry-after-is-a-date': {
    breaks: 'limits.retry-after-is-in-seconds',
    bug: 'A 429 gives the date at which to try again.',
    apply: retryAfter((seconds) => new Date(Date.now() + Number(seconds) * 1000).toUTCString()),
  },
})
