// A revision request that was once on an order's list stays on it, whatever its status.
import { plainPath } from '../evidence/plain-path.ts'
import type { Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { includes } from '../evidence/expected.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { wholeList } from './whole-list.ts'

const rule = 'revisions.list-shows-each-request'

/** When the answer that first showed it had come, and that exchange. */
type ExchangeFacts = { at: number; source: string }

/** Per order the requests that were listed, by their id. */
type Known = Map<string, Map<string, ExchangeFacts>>

const nothingKnown = (): Known => new Map()

const path = /\/orders\/([^/]+)\/revision-requests$/

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, environment, request, response, startedAt, ms } = exchange
  if (operation !== 'listRevisionRequests') return []
  const order = path.exec(plainPath(request.url))?.[1]
  if (order === undefined || response.status >= 300) return []
  const known = memory.of(nothingKnown)
  const key = `${environment} ${order}`
  const requests = known.get(key) ?? new Map<string, ExchangeFacts>()
  known.set(key, requests)
  const ids = wholeList(exchange)
  if (!ids) return []
  const earlier = [...requests].filter(([, { at }]) => at < startedAt)
  for (const id of ids) if (!requests.has(id)) requests.set(id, { at: startedAt + ms, source })
  const missing = earlier.find(([id]) => !ids.includes(id))
  if (!missing) return assertion(rule, true, null, null)
  return assertion(rule, false, includes(missing[0]), ids, '/data').map((one) => ({
    ...one,
    requests: [missing[1].source],
  }))
}

export const keptRequests: ExchangeInvariant = { id: 'invariant.kept-requests', rules: [rule], assert }
