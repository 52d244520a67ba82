// Readings of revision requests: how they are refused, what a second one does, and when and how they are answered.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import {
  answered,
  header,
  isSuccess,
  itemsAt,
  operation,
  orderIdOf,
  pointer,
  requestAt,
  responseAt,
  succeeded,
} from './answers.ts'
import { absent, isText, present } from './cases.ts'
import { either, matches, type StatefulObserver, type Observer } from './observer.ts'
import { isFine, timeOf } from './order-history.ts'
import { afterDecline, completedByDelivery, movesOutside, updatedOnAnswer } from './revision-outcomes.ts'

const takenOver = [
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
  'cancelled',
]
const isOpen = (status: unknown): boolean => status === 'submitted' || status === 'accepted'

const isLocatable = succeeded('createRevisionRequest', 'sendMessage', 'uploadDocument')

/** There every order has its loan number, so that a conflict is one with its status. */
const numbered = 'scenario.order-walk'

const isRefusedByStatus = (exchange: Answered): boolean => {
  const status = responseAt(exchange, '/current_status')
  const isByStatus = isText(status) ? !takenOver.includes(status) : exchange.source === numbered
  return isByStatus && answered(409, 'createRevisionRequest')(exchange)
}

const responseShape = (exchange: Answered): string | null => {
  if (!operation(exchange, 'listRevisionRequests')) return null
  const response = itemsAt(exchange, '/data').flatMap(({ responses }) => (Array.isArray(responses) ? responses : []))[0]
  if (!isObject(response)) return null
  if ('body' in response && 'created_at' in response && 'status' in response) return 'message-like'
  if (typeof response['text'] !== 'string' || 'body' in response) return null
  if ('time' in response) return 'text-and-time'
  return 'created_at' in response ? null : 'identifier-and-text'
}

/** The sources whose requests no company answers over a control port. */
const unaided = ['scenario.order-walk', 'scenario.correspondence', 'scenario.example-sequence', 'scenario.grand-walk']

/** The company may decline a request for reasons of its own, at any other moment. */
const closedBy = (second: Record<string, unknown>, first: Record<string, unknown>): boolean =>
  Math.abs(timeOf(first['updated_at']) - timeOf(second['created_at'])) <= superseding

/** Milliseconds, as some servers count in seconds. */
const superseding = 1_000

/** The requests of each order that were open together, an accepted one staying so either way, until a revised report is asked for. */
const secondWhileOpen: StatefulObserver = {
  freedom: 'revisions.second-while-open',
  start: () => {
    const requests = new Map<string, unknown[]>()
    return {
      reading: (exchange) => {
        if (!operation(exchange, 'createRevisionRequest', 'advanceOrder', 'listRevisionRequests')) return null
        const id = orderIdOf(exchange)
        if (id === undefined || !isSuccess(exchange)) return null
        const opened = requests.get(id) ?? []
        if (operation(exchange, 'createRevisionRequest')) {
          if (unaided.includes(exchange.source)) requests.set(id, [...opened, responseAt(exchange, '/id')])
          return null
        }
        if (operation(exchange, 'advanceOrder')) {
          requests.delete(id)
          return null
        }
        const listed = new Map(itemsAt(exchange, '/data').map((request) => [request['id'], request]))
        const [first, second] = opened.map((request) => listed.get(request))
        if (!first || !second || !isOpen(second['status'])) return null
        if (first['status'] === 'submitted') return 'both-open'
        return first['status'] === 'declined' && closedBy(second, first) ? 'first-superseded' : null
      },
    }
  },
}

type Request = {
  order: string
  createdAt: number
  isUnaided: boolean
  /** It was listed as submitted. */
  isSubmitted: boolean
  at: Partial<Record<string, { text: unknown; receivedAt: number }>>
}

/** What arrives together was raised in one move. */
const togetherMs = 50
/** By then the answer to an advance that was on its way is known. */
const settledMs = 3000

/** Requests by id, with the moments at which their answers were raised. */
const createRequests = () => {
  const requests = new Map<string, Request>()
  const advanced = new Set<string>()
  return {
    requests,
    advanced,
    exchange(exchange: Answered): void {
      if (!operation(exchange, 'createRevisionRequest', 'advanceOrder', 'listRevisionRequests')) return
      const id = orderIdOf(exchange)
      if (id === undefined || !isSuccess(exchange)) return
      const request = responseAt(exchange, '/id')
      if (operation(exchange, 'createRevisionRequest') && typeof request === 'string')
        requests.set(request, {
          order: id,
          createdAt: timeOf(responseAt(exchange, '/created_at')),
          isUnaided: unaided.includes(exchange.source),
          isSubmitted: false,
          at: {},
        })
      if (operation(exchange, 'advanceOrder') && requestAt(exchange, '/to_status') === 'revised_report_complete')
        advanced.add(id)
      for (const { id: listedId, status } of operation(exchange, 'listRevisionRequests')
        ? itemsAt(exchange, '/data')
        : []) {
        const known = requests.get(String(listedId))
        if (known && status === 'submitted') known.isSubmitted = true
      }
    },
    delivery(delivery: Delivery): Request | undefined {
      const { type, data, created_at: text } = envelopeOf(delivery)
      if (type !== 'order.revision_responded' || typeof data?.['status'] !== 'string') return undefined
      const request = requests.get(String(data['revision_request_id']))
      if (request) request.at[data['status']] ??= { text, receivedAt: delivery.receivedAt }
      return request
    },
  }
}

/** Accepted and completed in one move, having been submitted until then. */
const isAcceptedByDelivery = ({ isSubmitted, at: { accepted, completed } }: Request): boolean => {
  if (!isSubmitted || !accepted || !completed || !isFine(accepted.text)) return false
  const gap = timeOf(completed.text) - timeOf(accepted.text)
  return gap >= 0 && gap <= togetherMs
}

const deliveryWhileSubmitted: StatefulObserver = {
  freedom: 'revisions.delivery-while-submitted',
  start: () => {
    const known = createRequests()
    return {
      reading: (exchange) => {
        known.exchange(exchange)
        return null
      },
      delivered: (delivery) => {
        const request = known.delivery(delivery)
        return request && isAcceptedByDelivery(request) ? 'through-accepted' : null
      },
    }
  },
}

const acceptanceInSandbox: StatefulObserver = {
  freedom: 'revisions.acceptance-in-sandbox',
  start: () => {
    const known = createRequests()
    const waiting = new Set<Request>()
    return {
      reading: (exchange) => {
        known.exchange(exchange)
        for (const request of waiting) {
          const accepted = request.at['accepted']!
          if (exchange.startedAt < accepted.receivedAt + settledMs) continue
          waiting.delete(request)
          if (known.advanced.has(request.order)) continue
          return either(timeOf(accepted.text) - request.createdAt <= 1000, 'at-once', 'automatic')
        }
        return null
      },
      delivered: (delivery) => {
        const request = known.delivery(delivery)
        if (!request) return null
        if (request.isUnaided && request.at['accepted'] && !request.at['completed']) waiting.add(request)
        return null
      },
    }
  },
}

export const observers: readonly Observer[] = [
  matches('revisions.location-header', isLocatable, header('location'), { absent, present }),
  matches('revisions.refusal-code', isRefusedByStatus, pointer('/code'), {
    'action-not-allowed-in-status': 'action_not_allowed_in_status',
    'another-code': isText,
  }),
  { freedom: 'revisions.response-shape', reading: responseShape },
  secondWhileOpen,
  deliveryWhileSubmitted,
  acceptanceInSandbox,
  completedByDelivery('revisions.completed-by-delivery'),
  updatedOnAnswer('revisions.updated-at-on-answer'),
  movesOutside('revisions.moves-outside-the-table'),
  afterDecline('revisions.status-after-decline'),
]
