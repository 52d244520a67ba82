// Readings of webhook deliveries: how they are written, how soon they are sent, in which order, how often, and beside which.
import { retrySchedule } from '../contract/limits.ts'
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { headerOf, textOf, type Answered } from '../evidence/exchange.ts'
import { isSigned, responseAt } from './answers.ts'
import { isText, otherwise, type Cases } from './cases.ts'
import { isBeyondAscii, withoutStrings } from './json-text.ts'
import { isCreated } from './new-orders.ts'
import { matchesDelivery, type Observer, type StatefulObserver } from './observer.ts'
import { isSpecimen } from './raised-events.ts'

/** The headers of the contract and those that HTTP itself calls for. */
const needed =
  /^(?:x-service-(?:event-id|event-type|signature)|user-agent|content-(?:type|length)|host|connection|keep-alive|transfer-encoding|date)$/i

/** What a tunnel or a proxy before the receiver adds. */
const added = /^(?:via|forwarded|x-forwarded-.*|x-real-ip|cdn-loop|cf-.*)$/i

const jsonText = ({ body }: Delivery): string | null => {
  const text = textOf(body)
  if (text === undefined) return null
  if (/\s/.test(withoutStrings(text.trim()))) return 'indented'
  if (isBeyondAscii(text)) return 'compact'
  return /(?<!\\)(?:\\\\)*\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i.test(text) ? 'escaped' : null
}

const isSignature = ([name]: [string, string]): boolean => name.toLowerCase() === 'x-service-signature'

const hexOf = ({ headers }: Delivery): string | undefined =>
  /\bv1=([0-9a-f]+)/i.exec(headerOf(headers, 'x-service-signature') ?? '')?.[1]

const written = (freedom: string, value: (delivery: Delivery) => unknown, cases: Cases) =>
  matchesDelivery(freedom, isSigned, value, cases)

const isAccepted = ({ answer }: Delivery): boolean => /^2\d\d$/.test(answer)

/** How long the receiver took for its answer, in milliseconds. */
const slownessOf = ({ answer }: Delivery): number => Number(/ after (\d+) ms$/.exec(answer)?.[1] ?? 0)

const timeoutMs = (): number => 1000 * retrySchedule().timeoutSeconds

const isRaised = (delivery: Delivery): boolean =>
  isSigned(delivery) && isText(envelopeOf(delivery).id) && !isSpecimen(delivery)

/** Reports each order that the run placed and whose creation was delivered, whichever is seen first. */
const followCreations = (placed: (startedAt: number, arrivedAt: number) => string | null) => {
  const [calls, arrivals] = [new Map<string, number>(), new Map<string, number>()]
  const look = (id: string): string | null => {
    const [startedAt, arrivedAt] = [calls.get(id), arrivals.get(id)]
    return startedAt === undefined || arrivedAt === undefined ? null : placed(startedAt, arrivedAt)
  }
  return {
    reading: (exchange: Answered): string | null => {
      if (!isCreated(exchange)) return null
      const id = String(responseAt(exchange, '/id'))
      // A replay shows an order that was placed before.
      if (calls.has(id)) return null
      calls.set(id, exchange.startedAt)
      return look(id)
    },
    delivered: (delivery: Delivery): string | null => {
      const id = orderOf(delivery)
      if (!isRaised(delivery) || envelopeOf(delivery).type !== 'order.created' || id === undefined) return null
      if (arrivals.has(id)) return null
      arrivals.set(id, delivery.receivedAt)
      return look(id)
    },
  }
}

/** Few enough late ones are what a failed first attempt or a busy moment leaves behind. */
const arrivalOrder: StatefulObserver = {
  freedom: 'delivery.order-of-arrival',
  start() {
    const seen = new Set<string>()
    const recent: { id: string; at: number }[] = []
    const overtaken = new Set<string | undefined>()
    let inversions = 0
    return {
      delivered(delivery) {
        const { id = '' } = envelopeOf(delivery)
        if (!isRaised(delivery) || seen.has(id) || seen.size >= 100) return null
        seen.add(id)
        const at = delivery.receivedAt
        if (recent.some((one) => one.id > id && at - one.at > 200 && at - one.at < 3_000)) {
          inversions += 1
          overtaken.add(orderOf(delivery))
        }
        recent.push({ id, at })
        if (recent.length > 50) recent.shift()
        if (seen.size < 100) return null
        return inversions >= 12 && overtaken.size >= 4 ? 'any-order' : inversions <= 2 ? 'mostly-in-order' : null
      },
    }
  },
}

const repeats: StatefulObserver = {
  freedom: 'delivery.duplicates',
  start() {
    const accepted = new Map<string, number>()
    return {
      delivered(delivery) {
        const { id = '' } = envelopeOf(delivery)
        if (!isRaised(delivery)) return null
        if (accepted.has(id)) return 'sometimes'
        if (isAccepted(delivery)) accepted.set(id, delivery.receivedAt)
        return null
      },
    }
  },
}

/** Whether others arrive while the receiver keeps one waiting. */
const beside: StatefulObserver = {
  freedom: 'delivery.blocking',
  start() {
    let slow: { id: string; from: number; until: number } | null = null
    const [others, known] = [[] as number[], new Set<string>()]
    const placed = followCreations((startedAt, arrivedAt) => {
      if (slow === null || startedAt <= slow.from || startedAt >= slow.until - 4_000) return null
      const { from, until } = slow
      const isAlone = !others.some((at) => at > from && at < until - 100)
      return isAlone && arrivedAt >= until - 200 && arrivedAt < until + 30_000 ? 'one-after-another' : null
    })
    return {
      reading: placed.reading,
      delivered(delivery) {
        if (!isRaised(delivery)) return null
        const { id = '' } = envelopeOf(delivery)
        const at = delivery.receivedAt
        // A further attempt has its time whatever else is under way; only a first one may wait.
        const isFirst = !known.has(id)
        known.add(id)
        const isBeside = slow !== null && isFirst && at > slow.from + 200 && at < slow.until - 200
        const ms = slownessOf(delivery)
        if (ms >= 3_000) slow = { id, from: at, until: at + Math.min(ms, timeoutMs()) }
        else others.push(at)
        return isBeside ? 'independent' : placed.delivered(delivery)
      },
    }
  },
}

type Gap = { ms: number; afterTimeout: boolean; beside: boolean }

/** The real time between the first attempt that arrived and the next; null where it cannot be the minute of the schedule. */
const followGaps = (reading: (gap: Gap) => string | null): ReturnType<StatefulObserver['start']> => {
  const first = new Map<string, Delivery | null>()
  const slow: number[] = []
  return {
    delivered(delivery) {
      if (!isRaised(delivery)) return null
      const { id = '' } = envelopeOf(delivery)
      const before = first.get(id)
      first.set(id, before === undefined ? delivery : null)
      if (slownessOf(delivery) >= 3_000) slow.push(delivery.receivedAt)
      if (!before || isAccepted(before)) return null
      const ms = delivery.receivedAt - before.receivedAt
      const afterTimeout = slownessOf(before) >= timeoutMs()
      if (ms < 58_000 || ms > 125_000 || (slownessOf(before) > 0 && !afterTimeout)) return null
      const isBeside = slow.some((at) => Math.abs(delivery.receivedAt - at) < 20_000)
      return reading({ ms, afterTimeout, beside: isBeside })
    },
  }
}

const measuredFrom: StatefulObserver = {
  freedom: 'delivery.gap-measured-from',
  start: () => {
    let exact = 0
    return followGaps(({ ms, afterTimeout }) => {
      if (!afterTimeout) {
        exact = ms < 62_000 ? exact + 1 : Number.NEGATIVE_INFINITY
        return null
      }
      if (ms < 66_000) return 'from-start'
      return exact >= 2 && ms > 68_500 && ms < 73_000 ? 'from-end' : null
    })
  },
}

const lateness: StatefulObserver = {
  freedom: 'delivery.lateness',
  start: () => {
    let exact = 0
    return followGaps(({ ms, afterTimeout, beside: isBeside }) => {
      if (afterTimeout || isBeside) return null
      if (ms > 64_000) return 'within-a-minute'
      if (ms < 62_000) exact += 1
      return exact >= 4 ? 'to-the-second' : null
    })
  },
}

export const observers: readonly Observer[] = [
  written('delivery.content-type-parameter', ({ headers }) => headerOf(headers, 'content-type')?.trim(), {
    'with-charset': /^application\/json\s*;\s*charset\s*=/i,
    'without-charset': /^application\/json$/i,
  }),
  written('delivery.extra-headers', ({ headers }) => headers, {
    'those-listed': (headers: Delivery['headers']) => headers.every(([name]) => needed.test(name) || added.test(name)),
    'further-headers': otherwise,
  }),
  written('delivery.header-letter-case', ({ headers }) => headers.find(isSignature)?.[0], {
    'as-listed': 'X-Service-Signature',
    'lower-case': 'x-service-signature',
  }),
  written('delivery.hex-case', hexOf, { 'lower-case': /^(?=.*[a-f])[^A-F]*$/, 'upper-case': /^(?=.*[A-F])[^a-f]*$/ }),
  { freedom: 'delivery.json-text', delivered: (delivery) => (isSigned(delivery) ? jsonText(delivery) : null) },
  arrivalOrder,
  repeats,
  beside,
  measuredFrom,
  lateness,
]
