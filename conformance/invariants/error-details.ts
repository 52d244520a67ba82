// A detail of an error writes no index of an array in brackets, and one about a value of the query repeats it.
import { isObject } from '../contract/is-object.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { not } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'

const numbers = 'errors.detail-path-numbers-array-elements'
const carries = 'errors.invalid-value-detail-carries-the-value'

const inBrackets = /\[\d+\]/

const isRepeated = (value: unknown, sent: string): boolean =>
  [sent, ...sent.split(',')].some((one) => [one, one.trim()].includes(String(value)))

const judge = (detail: Record<string, unknown>, query: URLSearchParams, pointer: string): Assertion[] => {
  const { field, code, value } = detail
  if (typeof field !== 'string') return []
  const sent = code === 'invalid_value' ? query.get(field) : null
  return [
    ...(inBrackets.test(field)
      ? assertion(numbers, false, not('an index in brackets'), field, `${pointer}/field`)
      : []),
    // A number may be repeated as one, and of a list the one code that cannot be used.
    ...(sent === null ? [] : assertion(carries, isRepeated(value, sent), sent, value, `${pointer}/value`)),
  ]
}

const assert = ({ request, response }: Answered): Assertion[] => {
  if (response.status < 400) return []
  const { details } = (jsonOf(response.body) ?? {}) as { details?: unknown }
  if (!Array.isArray(details)) return []
  const query = new URL(request.url).searchParams
  return details.flatMap((detail, index) => (isObject(detail) ? judge(detail, query, `/details/${index}`) : []))
}

export const errorDetails: ExchangeInvariant = { id: 'invariant.error-details', rules: [numbers, carries], assert }
