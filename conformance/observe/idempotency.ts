// Readings of idempotency: whether a creation that is sent again with its key says so.
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { responseAt } from './answers.ts'
import { isPlaced } from './new-orders.ts'
import type { StatefulObserver } from './observer.ts'

type First = { id: unknown; headers: Map<string, string>; until: number }

const speaking = /replay|repeat|idempoten|duplicate|cached/

/** Headers that say nothing of the order. */
const passing =
  /^(?:date|connection|keep-alive|transfer-encoding|content-.*|x-ratelimit-.*|location|etag|age|vary|server|via)$/

const headersOf = ({ response }: Answered): Map<string, string> =>
  new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))

const marker: StatefulObserver = {
  freedom: 'idempotency.replay-marker',
  start() {
    const first = new Map<string, First>()
    return {
      reading(exchange) {
        if (!isPlaced(exchange)) return null
        const key = headerOf(exchange.request.headers, 'idempotency-key')
        if (key === undefined) return null
        const [name, headers, id] = [`${exchange.role} ${key}`, headersOf(exchange), responseAt(exchange, '/id')]
        const before = first.get(name)
        if (!before) {
          first.set(name, { id, headers, until: exchange.startedAt + exchange.ms })
          return null
        }
        // Of two that were under way together, none is known to be the replay.
        if (before.id !== id || exchange.startedAt < before.until) return null
        const changed = [...headers].filter(([one, value]) => !passing.test(one) && before.headers.get(one) !== value)
        if (changed.some(([one]) => speaking.test(one))) return 'marked-by-header'
        return changed.every(([one]) => before.headers.has(one)) ? 'unmarked' : null
      },
    }
  },
}

export const observers: readonly StatefulObserver[] = [marker]
