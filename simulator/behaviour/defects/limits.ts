// Defects that break rules of the area limits.
import { instead, misread, replace, wrap } from '../operators/index.ts'
import type { Defect } from './defect.ts'
import type { RateWindow } from '../rate-limit.ts'

type Apply = Defect['apply']
type Headers = Record<string, string>

/** Changes the rate limit headers. */
const telling = (change: (headers: Headers, window: RateWindow) => Headers): Apply =>
  wrap('rateLimit.headers', (usual, window) => change(usual, window))

const without = (name: string): Apply => telling(({ [name]: _left, ...rest }) => rest)

export const limits: readonly Defect[] = [
  {
    id: 'rate-refused-early',
    breaks: 'limits.rate-is-600-a-minute',
    bug: 'The gateway in front refuses before the allowance that is shown has been used.',
    apply: replace('rateLimit.isOver', (window) => window.used > 580),
  },
  {
    id: 'rate-counted-for-all-clients',
    breaks: 'limits.rate-is-counted-per-client',
    bug: 'The requests of all clients that call from one network address are counted together.',
    apply: replace('rateLimit.key', (_clientId, address) => `address ${address}`),
  },
  {
    id: 'lists-are-not-counted',
    breaks: 'limits.rate-spans-all-endpoints',
    bug: 'Only some endpoints count, the lists and the feed being served by another process.',
    apply: replace('rateLimit.counts', ({ path }) => !/\/(orders|order-types|events|webhook)$/.test(path)),
  },
  {
    id: 'sandbox-has-a-smaller-rate',
    breaks: 'limits.rate-is-the-same-in-the-sandbox',
    bug: 'The sandbox is given a tenth of the allowance.',
    apply: misread('access.account', (client, lender, company, rate) => [
      client,
      lender,
      company,
      client.environment === 'sandbox' ? rate / 10 : rate,
    ]),
  },
  {
    id: 'no-limit-header',
    breaks: 'limits.rate-limit-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Limit.',
    apply: without('X-RateLimit-Limit'),
  },
  {
    id: 'limit-header-per-second',
    breaks: 'limits.rate-limit-header-is-the-allowance',
    bug: 'X-RateLimit-Limit shows the allowance of a second.',
    apply: telling((headers) => ({ ...headers, 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '9' })),
  },
  {
    id: 'no-remaining-header',
    breaks: 'limits.remaining-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Remaining.',
    apply: without('X-RateLimit-Remaining'),
  },
  {
    id: 'remaining-header-never-falls',
    breaks: 'limits.remaining-header-is-what-is-left',
    bug: 'X-RateLimit-Remaining shows the allowance as it was before anything was counted.',
    apply: telling((headers) => ({ ...headers, 'X-RateLimit-Remaining': headers['X-RateLimit-Limit']! })),
  },
  {
    id: 'remaining-header-counts-up',
    breaks: 'limits.remaining-header-is-what-is-left',
    bug: 'X-RateLimit-Remaining shows what has been used.',
    apply: telling((headers, { used }) => ({ ...headers, 'X-RateLimit-Remaining': String(used) })),
  },
  {
    id: 'no-reset-header',
    breaks: 'limits.reset-header-on-every-response',
    bug: 'Answers leave out X-RateLimit-Reset.',
    apply: without('X-RateLimit-Reset'),
  },
  {
    id: 'reset-header-in-milliseconds',
    breaks: 'limits.reset-header-is-unix-seconds',
    bug: 'X-RateLimit-Reset is in milliseconds.',
    apply: telling((headers) => ({ ...headers, 'X-RateLimit-Reset': `${headers['X-RateLimit-Reset']}000` })),
  },
  {
    id: 'reset-header-counts-down',
    breaks: 'limits.reset-header-is-unix-seconds',
    bug: 'X-RateLimit-Reset shows the seconds that are left.',
    apply: telling((headers) => ({
      ...headers,
      'X-RateLimit-Reset': String(Number(headers['X-RateLimit-Reset']) - Math.floor(Date.now() / 1000)),
    })),
  },
  {
    id: 'no-retry-after',
    breaks: 'limits.retry-after-on-429',
    bug: 'A 429 does not say how long to wait.',
    apply: instead('problems.status', (usual, refusal) => {
      delete refusal.headers['Retry-After']
      return usual(refusal)
    }),
  },
  {
    id: 'retry-after-in-milliseconds',
    breaks: 'limits.retry-after-is-in-seconds',
    bug: 'Retry-After is in milliseconds.',
    apply: wrap('rateLimit.retryAfter', (usual) => usual * 1000),
  },
  {
    id: 'retry-after-is-a-date',
    breaks: 'limits.retry-after-is-in-seconds',
    bug: 'A 429 gives the date at which to try again.',
    apply: instead('problems.status', (usual, refusal) => {
      const seconds = refusal.headers['Retry-After']
      if (seconds !== undefined)
        refusal.headers['Retry-After'] = new Date(Date.now() + Number(seconds) * 1000).toUTCString()
      return usual(refusal)
    }),
  },
]
