// Every error has the body of its place: the RFC 6749 shape at the token endpoint, the standard one everywhere else.
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { claim, type Claim } from '../evidence/comparison.ts'
import { present } from '../evidence/expected.ts'
import type { ExchangeJudge } from './judge-definition.ts'

const standard = 'errors.standard-body-outside-token-endpoint'
const oauth = 'auth.token-error-has-error'

const keysOf = (body: unknown): string[] => (typeof body === 'object' && body !== null ? Object.keys(body) : [])

const judge = ({ operation, response }: Answered): Claim[] => {
  if (response.status < 400) return []
  const body = jsonOf(response.body)
  const keys = keysOf(body)
  if (operation === 'requestToken') return claim(oauth, keys.includes('error'), present, undefined, '/error')
  const missing = ['code', 'message'].find((key) => !keys.includes(key))
  return claim(standard, missing === undefined, present, undefined, `/${missing}`)
}

export const errorBody: ExchangeJudge = { id: 'judge.error-body', rules: [standard, oauth], judge }
