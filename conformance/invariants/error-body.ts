// Every error has the body of its place: the RFC 6749 shape at the token endpoint, the standard one everywhere else.
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { present } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'

const standard = 'errors.standard-body-outside-token-endpoint'
const oauth = 'auth.token-error-has-error'

const keysOf = (body: unknown): string[] => (typeof body === 'object' && body !== null ? Object.keys(body) : [])

const assert = ({ operation, request, response }: Answered): Assertion[] => {
  // What is no operation of the contract is looked at by a check of its own, and no answer to HEAD has a body.
  if (response.status < 400 || operation === null || request.method === 'HEAD') return []
  const body = jsonOf(response.body)
  const keys = keysOf(body)
  if (operation === 'requestToken') return assertion(oauth, keys.includes('error'), present, undefined, '/error')
  const missing = ['code', 'message'].find((key) => !keys.includes(key))
  return assertion(standard, missing === undefined, present, undefined, `/${missing}`)
}

export const errorBody: ExchangeInvariant = { id: 'invariant.error-body', rules: [standard, oauth], assert }
