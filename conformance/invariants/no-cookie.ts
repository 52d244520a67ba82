// No answer sets a cookie.
import { headersNamed, type Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import { absent } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'

const rule = 'transport.no-cookies-are-set'

export const noCookie: ExchangeInvariant = {
  id: 'invariant.no-cookie',
  rules: [rule],
  assert({ response }: Answered) {
    const cookies = [...headersNamed(response.headers, 'set-cookie'), ...headersNamed(response.headers, 'set-cookie2')]
    return assertion(rule, cookies.length === 0, absent, cookies[0], 'header:Set-Cookie')
  },
}
