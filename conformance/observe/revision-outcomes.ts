// Readings of what becomes of revision requests: which ones a report completes, where an answer leaves them, and whether one moves their order.
import type { Answered } from '../evidence/exchange.ts'
import { isObject } from '../contract/is-object.ts'
import { isSuccess, itemsAt, operation, orderIdOf, requestAt, responseAt } from './answers.ts'
import type { StatefulObserver } from './observer.ts'
import { isFine, ofEachOrder, timeOf } from './order-history.ts'
import { eventIn, eventsIn, type RaisedEvent } from './raised-events.ts'

type Request = { id: string; kind: unknown }

/** Which of the open requests a report completes, the latest last; the status of the order names the kind of the latest. */
const completes: Record<string, (open: readonly Request[]) => readonly Request[]> = {
  'all-open': (open) => open,
  'latest-only': (open) => open.slice(-1),
  'of-one-kind': (open) => open.filter(({ kind }) => kind === open.at(-1)?.kind),
}

type Opened = { requests: Request[]; completed: Map<string, Set<string>> }

const deliver = ({ requests, completed }: Opened): void => {
  for (const [reading, done] of completed) {
    const open = requests.filter(({ id }) => !done.has(id))
    for (const { id } of completes[reading]!(open)) done.add(id)
  }
}

const readingOfList = ({ requests, completed }: Opened, listed: readonly Record<string, unknown>[]): string | null => {
  const statuses = new Map(listed.map(({ id, status }) => [String(id), status]))
  const shown = requests.map(({ id }) => statuses.get(id))
  // What the company declined was not open any more, and when it did so is not known.
  if (shown.some((status) => status === undefined || status === 'declined')) return null
  const done = (id: string): boolean => statuses.get(id) === 'completed'
  const fits = [...completed].filter(([, ids]) => requests.every(({ id }) => ids.has(id) === done(id)))
  return fits.length === 1 ? fits[0]![0] : null
}

export const completedByDelivery = (freedom: string): StatefulObserver => ({
  freedom,
  start: () => {
    const orders = new Map<string, Opened>()
    const opened = (id: string): Opened => {
      const known = orders.get(id) ?? {
        requests: [],
        completed: new Map(Object.keys(completes).map((reading) => [reading, new Set<string>()])),
      }
      orders.set(id, known)
      return known
    }
    return {
      reading: (exchange, isDirected = false) => {
        const id = orderIdOf(exchange)
        // The company may deliver on its own.
        if (id === undefined || isDirected || !isSuccess(exchange)) return null
        if (operation(exchange, 'createRevisionRequest'))
          opened(id).requests.push({ id: String(responseAt(exchange, '/id')), kind: requestAt(exchange, '/kind') })
        if (operation(exchange, 'advanceOrder') && requestAt(exchange, '/to_status') === 'revised_report_complete')
          deliver(opened(id))
        return operation(exchange, 'listRevisionRequests')
          ? readingOfList(opened(id), itemsAt(exchange, '/data'))
          : null
      },
    }
  },
})

const responded = 'order.revision_responded'

/** Looks at each answer to a request, wherever it is shown, and at each list of requests. */
const ofAnswers = (
  freedom: string,
  begin: () => {
    event: (event: RaisedEvent) => string | null
    listed?: (request: Record<string, unknown>) => string | null
  },
): StatefulObserver => ({
  freedom,
  start: () => {
    const { event: look, listed } = begin()
    const first = (readings: readonly (string | null)[]): string | null => readings.find((one) => one !== null) ?? null
    const event = (one: RaisedEvent): string | null => (one.type === responded ? look(one) : null)
    return {
      reading: (exchange: Answered) => {
        const found = first(eventsIn(exchange).map(event))
        if (found !== null || !operation(exchange, 'listRevisionRequests') || !isSuccess(exchange)) return found
        return listed ? first(itemsAt(exchange, '/data').filter(isObject).map(listed)) : null
      },
      delivered: (delivery) => {
        const one = eventIn(delivery)
        return one && event(one)
      },
    }
  },
})

/** Whether `updated_at` is nearer to the second answer of one status than to the first. */
export const updatedOnAnswer = (freedom: string): StatefulObserver =>
  ofAnswers(freedom, () => {
    const times = new Map<string, Set<string>>()
    return {
      event: ({ data, createdAt }) => {
        if (data['status'] !== 'accepted') return null
        const id = String(data['revision_request_id'])
        times.set(id, (times.get(id) ?? new Set()).add(createdAt))
        return null
      },
      listed: ({ id, status, updated_at: updated }) => {
        const [first, last, ...more] = [...(times.get(String(id)) ?? [])].toSorted()
        if (status !== 'accepted' || first === undefined || last === undefined || more.length > 0) return null
        const [one, other, at] = [first, last, updated].map(timeOf) as [number, number, number]
        // Two answers of one moment show nothing, nor do times of whole seconds that lie close together.
        if (Number.isNaN(at) || other - one < (isFine(updated) && isFine(first) ? 3 : 3_000)) return null
        return Math.abs(at - other) < Math.abs(at - one) ? 'moves' : 'stays'
      },
    }
  })

export const movesOutside = (freedom: string): StatefulObserver =>
  ofAnswers(freedom, () => {
    const accepted = new Map<string, number>()
    return {
      event: ({ data, createdAt }) => {
        const id = String(data['revision_request_id'])
        if (data['status'] === 'accepted') accepted.set(id, timeOf(createdAt))
        return data['status'] === 'declined' && timeOf(createdAt) > (accepted.get(id) ?? Infinity)
          ? 'also-others'
          : null
      },
    }
  })

const asOpenedMs = 1_000

type Seen = { status: string; changed: unknown; updated: unknown; askedAt: number | null; isClean: boolean }

/** A request on top of another one of its kind leaves the order in its status. */
export const movesItsOrder = (freedom: string): StatefulObserver => ({
  freedom,
  start: () => {
    const { reading } = ofEachOrder<{ seen: Seen | null }>({
      freedom,
      start: () => ({ seen: null }),
      read: (history, { status, order, dates: { updated_at: updated } }) => {
        const before = history.seen
        const changed = isObject(order['status']) ? order['status']['changed_at'] : undefined
        history.seen = { status, changed, updated, askedAt: null, isClean: true }
        if (!before?.isClean || before.askedAt === null || before.status !== status || before.changed !== changed)
          return null
        // The company may have answered meanwhile: what moves with the request moves as it is opened.
        if (updated !== before.updated) return Math.abs(timeOf(updated) - before.askedAt) <= asOpenedMs ? 'moves' : null
        return isFine(updated) && before.askedAt > timeOf(updated) ? 'stays' : null
      },
      other: ({ seen }, exchange) => {
        if (!seen || exchange.request.method === 'GET' || !isSuccess(exchange)) return
        if (operation(exchange, 'createRevisionRequest')) seen.askedAt = timeOf(responseAt(exchange, '/created_at'))
        else seen.isClean = false
      },
    }).start()
    return { reading: (exchange, isDirected = false) => (isDirected ? null : reading!(exchange)) }
  },
})

const resting = ['report_complete', 'revised_report_complete']
const revising = ['revision_requested', 'reconsideration_requested']

type Only = { before: string | null; asked: number; isDeclined: boolean; isClean: boolean }

/** Of an order with one request, once that is listed as declined. */
export const afterDecline = (freedom: string): StatefulObserver =>
  ofEachOrder<Only>({
    freedom,
    start: () => ({ before: null, asked: 0, isDeclined: false, isClean: true }),
    read: (history, { status }) => {
      if (history.asked === 0) history.before = status
      const { before, asked, isDeclined, isClean } = history
      if (asked !== 1 || !isDeclined || !isClean) return null
      if (revising.includes(status)) return 'stays-open'
      // Of a delivered order two readings are one.
      if (before === null || resting.includes(before)) return null
      return status === before ? 'back-to-before' : resting.includes(status) ? 'delivered-status' : null
    },
    other: (history, exchange) => {
      if (!isSuccess(exchange)) return
      if (operation(exchange, 'createRevisionRequest')) history.asked += 1
      else if (operation(exchange, 'listRevisionRequests'))
        history.isDeclined = itemsAt(exchange, '/data').some(({ status }) => status === 'declined')
      else if (exchange.request.method !== 'GET' && history.asked > 0) history.isClean = false
    },
  })
