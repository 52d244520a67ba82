// A detail of an error writes no index of an array in brackets; one about a value of the query repeats it, and one about a
// number or a boolean of the body makes no text of it.
import { isObject } from '../contract/is-object.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { not } from '../evidence/expected.ts'
import { valueAt } from '../evidence/seen.ts'
import type { ExchangeInvariant } from './invariant.ts'

const numbers = 'errors.detail-path-numbers-array-elements'
const carries = 'errors.invalid-value-detail-carries-the-value'

const inBrackets = /\[\d+\]/

const isRepeated = (value: unknown, sent: string): boolean =>
  [sent, ...sent.split(',')].some((one) => [one, one.trim()].includes(String(value)))

type Sent = { query: URLSearchParams; body: unknown }

const judge = (detail: Record<string, unknown>, { query, body }: Sent, pointer: string): Assertion[] => {
  const { field, code, value } = detail
  if (typeof field !== 'string') return []
  const isAboutValue = code === 'invalid_value'
  // Of a value that is sent twice either may be the one that cannot be used, or both.
  const sent = isAboutValue && query.getAll(field).length === 1 ? query.get(field) : null
  const inBody = isAboutValue ? valueAt(body, `/${field.replaceAll('.', '/')}`) : null
  const isScalar = typeof inBody === 'number' || typeof inBody === 'boolean'
  // What is withheld, as of a card, makes no other value of it.
  const isText = isScalar && value === String(inBody)
  return [
    ...(inBrackets.test(field)
      ? assertion(numbers, false, not('an index in brackets'), field, `${pointer}/field`)
      : []),
    // A number may be repeated as one, and of a list the one code that cannot be used.
    ...(sent === null ? [] : assertion(carries, isRepeated(value, sent), sent, value, `${pointer}/value`)),
    ...(isScalar ? assertion(carries, !isText, inBody, value, `${pointer}/value`) : []),
  ]
}

const assert = ({ request, response }: Answered): Assertion[] => {
  if (response.status < 400) return []
  const { details } = (jsonOf(response.body) ?? {}) as { details?: unknown }
  if (!Array.isArray(details)) return []
  const sent = { query: new URL(request.url).searchParams, body: request.body && jsonOf(request.body) }
  return details.flatMap((detail, index) => (isObject(detail) ? judge(detail, sent, `/details/${index}`) : []))
}

export const errorDetails: ExchangeInvariant = { id: 'invariant.error-details', rules: [numbers, carries], assert }
