// A key is scoped to the creation of orders: that a create used it is no reason to refuse what is sent under it elsewhere.
import { isObject } from '../contract/is-object.ts'
import { not } from '../evidence/expected.ts'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'idempotency.key-scoped-to-the-endpoint'
const code = 'idempotency_key_reused'

/** By credential and key, the first exchange of each operation under it. */
type Known = Map<string, Map<string, string>>

const nothingKnown = (): Known => new Map()

/** Of these nothing was applied, and no key was looked at. */
const turnedAway: ReadonlySet<number> = new Set([401, 429, 503])

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const { operation, role, request, response, id } = exchange
  const key = headerOf(request.headers, 'Idempotency-Key')
  if (operation === null || !key || turnedAway.has(response.status)) return []
  const known = memory.of(nothingKnown)
  const uses = known.get(`${role} ${key}`) ?? new Map<string, string>()
  known.set(`${role} ${key}`, uses)
  const [create, isFirst] = [uses.get('createOrder'), !uses.has(operation)]
  if (isFirst) uses.set(operation, id)
  // What is sent again under a key may be refused as that, for all that some servers make of one.
  if (operation === 'createOrder' || create === undefined || !isFirst) return []
  const body = jsonOf(response.body)
  const given = isObject(body) ? body['code'] : undefined
  // What is refused for another reason, or has failed, does not show what the key is taken for.
  if (given !== code && response.status >= 300) return []
  return assertion(rule, given !== code, not(code), given, '/code').map((one) =>
    one.passed ? one : { ...one, requests: [create] },
  )
}

export const keysElsewhere: ExchangeInvariant = { id: 'invariant.keys-elsewhere', rules: [rule], assert }
