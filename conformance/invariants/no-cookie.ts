// No answer sets a cookie.
import { headersNamed, type Answered } from '../evidence/exchange.ts'
import { claim } from '../evidence/comparison.ts'
import { absent } from '../evidence/expected.ts'
import type { ExchangeJudge } from './judge-definition.ts'

const rule = 'transport.no-cookies-are-set'

export const noCookie: ExchangeJudge = {
  id: 'judge.no-cookie',
  rules: [rule],
  judge({ response }: Answered) {
    const cookies = [...headersNamed(response.headers, 'set-cookie'), ...headersNamed(response.headers, 'set-cookie2')]
    return claim(rule, cookies.length === 0, absent, cookies[0], 'header:Set-Cookie')
  },
}
