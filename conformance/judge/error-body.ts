// Every error has the body of its place: the RFC 6749 shape at the token endpoint, the standard one everywhere else.
import { jsonOf, type Answered } from '../target/exchange.ts'
import { claim, type Claim } from './comparison.ts'
import type { ExchangeJudge } from './judge-definition.ts'

const standard = 'errors.standard-body-outside-token-endpoint'
const onlyThere = 'errors.rfc6749-shape-only-at-token-endpoint'
const oauth = 'auth.token-errors-have-the-oauth-shape'

const tokenStatuses: Record<number, string> = {
  415: 'errors.token-415-has-rfc6749-shape',
  429: 'errors.token-429-has-rfc6749-shape',
  500: 'errors.token-500-has-rfc6749-shape',
  503: 'errors.token-503-has-rfc6749-shape',
}

const keysOf = (body: unknown): string[] => (typeof body === 'object' && body !== null ? Object.keys(body) : [])

const judge = ({ operation, response }: Answered): Claim[] => {
  if (response.status < 400) return []
  const body = jsonOf(response.body)
  const keys = keysOf(body)
  const received = body === undefined ? 'no JSON body' : body
  if (operation === 'requestToken') {
    const shaped = keys.includes('error')
    const rules = [oauth, tokenStatuses[response.status] ?? []].flat()
    return claim(rules, shaped, 'a body with error, error_description and correlation_id', received, '')
  }
  const shaped = keys.includes('code') && keys.includes('message')
  return [
    ...claim(standard, shaped, 'a body with code, message and correlation_id', received, ''),
    ...claim(onlyThere, shaped || !keys.includes('error'), 'no RFC 6749 body outside the token endpoint', received, ''),
  ]
}

export const errorBody: ExchangeJudge = {
  id: 'judge.error-body',
  rules: [standard, onlyThere, oauth, ...Object.values(tokenStatuses)],
  judge,
}
