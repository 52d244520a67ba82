// What is left of the allowance falls with every operation: one that is served time and again and takes nothing is not counted.
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { atMost } from '../evidence/expected.ts'
import { numberOf, type Answered } from '../evidence/exchange.ts'
import { exemptFromRateLimit, turn } from '../sut/rate-windows.ts'
import type { ExchangeInvariant } from './invariant.ts'

const rule = 'limits.rate-spans-all-endpoints'

type Tally = { fell: number; stayed: number }

type Client = {
  /** What the last served call left, and when it was answered, in milliseconds since 1970. */
  last: { left: number; at: number } | null
  /** When the allowance was last seen whole; null where some of it may come back bit by bit, as in a window that slides. */
  wholeAt: number | null
  tallies: Map<string, Tally>
  /** Whether a call came between that is not judged, and may have taken of the allowance. */
  passed: boolean
}

const clients = (): Map<string, Client> => new Map()

/** For so long nothing that was used since comes back. */
const windowMs = 55_000
/** A count that lags passes over an operation once or twice, and over others too. */
const [fewest, shareOfOthers] = [5, 0.9]
/** The oftener the operation took nothing, the fewer others have to show that calls are counted. */
const fewestOthers = (stayed: number): number => Math.max(20, 100 - 10 * stayed)

const othersFall = ({ tallies }: Client, operation: string, stayedOwn: number): boolean => {
  const others = [...tallies].filter(([name]) => name !== operation).map(([, tally]) => tally)
  const fell = others.reduce((sum, one) => sum + one.fell, 0)
  const stayed = others.reduce((sum, one) => sum + one.stayed, 0)
  return fell >= fewestOthers(stayedOwn) && fell >= shareOfOthers * (fell + stayed)
}

const judge = (client: Client, { operation, startedAt, ms }: Answered, left: number, limit: number): Assertion[] => {
  const { last } = client
  const isRise = last === null || left > last.left
  const isAlone = !client.passed
  client.passed = false
  if (isRise) client.wholeAt = left >= limit - turn ? startedAt : null
  client.last = Number.isNaN(left) ? null : { left, at: startedAt + ms }
  // Calls that were under way together may be counted in any order.
  if (
    isRise ||
    !isAlone ||
    Number.isNaN(left) ||
    client.wholeAt === null ||
    startedAt < last.at ||
    startedAt - client.wholeAt > windowMs
  )
    return []
  const tally = client.tallies.get(operation!) ?? { fell: 0, stayed: 0 }
  client.tallies.set(operation!, tally)
  const fell = left < last.left
  tally[fell ? 'fell' : 'stayed'] += 1
  const isShown = fell
    ? tally.fell === 1
    : tally.fell === 0 && tally.stayed >= fewest && othersFall(client, operation!, tally.stayed)
  return isShown ? assertion(rule, fell, atMost(last.left - 1), left, 'header:X-RateLimit-Remaining') : []
}

export const countedOperations: ExchangeInvariant = {
  id: 'invariant.counted-operations',
  rules: [rule],
  assert(exchange, memory) {
    const { operation, role, response } = exchange
    if (role === null) return []
    const known = memory.of(clients)
    const client = known.get(role) ?? { last: null, wholeAt: null, tallies: new Map<string, Tally>(), passed: false }
    known.set(role, client)
    // A refusal need not count, and may show the allowance of somebody else.
    if (operation === null || exemptFromRateLimit.has(operation) || response.status >= 400) {
      client.passed = true
      return []
    }
    const [left, limit] = ['remaining', 'limit'].map((name) => numberOf(response.headers, `x-ratelimit-${name}`) ?? NaN)
    return judge(client, exchange, left!, limit!)
  },
}
