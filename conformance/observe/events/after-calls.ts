// Readings of events that only the calls of the run explain: what was given with a call, uploaded, or passed over.
import { isObject } from '../../contract/is-object.ts'
import { lazily } from '../../contract/lazily.ts'
import { statusesBefore } from '../../contract/stages.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { isSuccess, operation, orderIdOf, requestAt, responseAt, succeeded } from '../answers.ts'
import { either, type StatefulObserver } from '../observer.ts'
import {
  byEvent,
  byOrder,
  codeIn,
  eventIn,
  eventsIn,
  isStatusChange,
  isUnfiltered,
  isWhileBefore,
  type RaisedEvent,
} from '../raised-events.ts'

/** As `byEvent`, where the calls of the run say what an event means. */
const afterCalls = (
  freedom: string,
  start: () => { call(exchange: Answered): void; event(event: RaisedEvent): string | null },
): StatefulObserver => ({
  freedom,
  start() {
    const { call, event } = start()
    const { reading, delivered } = byEvent(event)()
    return {
      reading(exchange) {
        if (isSuccess(exchange)) call(exchange)
        return reading!(exchange)
      },
      delivered: delivered!,
    }
  },
})

const worded = (value: unknown, text: string): string | null => {
  if (value === null) return 'null-value'
  return typeof value === 'string' && value !== '' ? text : null
}

const note = afterCalls('events.note-content', () => {
  const moved = new Set<string>()
  const noted = new Set<string>()
  return {
    call(exchange) {
      if (operation(exchange, 'advanceOrder'))
        moved.add(`${orderIdOf(exchange)} ${String(requestAt(exchange, '/to_status'))}`)
    },
    event(event) {
      if (!isStatusChange(event) || !moved.has(`${event.orderId} ${codeIn(event, 'status')}`)) return null
      const reading = worded(event.data['note'], 'some-text')
      // One may have been written for that order; on several it is the company's habit.
      if (reading === 'some-text') noted.add(event.orderId)
      return reading === 'some-text' && noted.size < 4 ? null : reading
    },
  }
})

const raisedBy: Record<string, string> = {
  holdOrder: 'order.on_hold',
  cancelOrder: 'order.cancelled',
  resumeOrder: 'order.resumed',
}

/** The reasons sent with each successful call, by order and the event that it raises. */
const followReasons = () => {
  const sent = new Map<string, unknown[]>()
  return {
    call(exchange: Answered): void {
      const type = raisedBy[exchange.operation ?? '']
      if (type === undefined) return
      const key = `${orderIdOf(exchange)} ${type}`
      sent.set(key, [...(sent.get(key) ?? []), requestAt(exchange, '/reason')])
    },
    of: ({ orderId }: RaisedEvent, type: string): unknown[] => sent.get(`${orderId} ${type}`) ?? [],
  }
}

const noReason = afterCalls('events.reason-when-none', () => {
  const reasons = followReasons()
  return {
    call: reasons.call,
    event(event) {
      if (event.type !== 'order.on_hold' && event.type !== 'order.cancelled') return null
      const sent = reasons.of(event, event.type)
      const isGiven = sent.length === 0 || sent.some((reason) => reason !== undefined)
      return isGiven ? null : worded(event.data['reason'], 'default-text')
    },
  }
})

const resumedReason = afterCalls('events.resumed-reason', () => {
  const reasons = followReasons()
  return {
    call: reasons.call,
    event(event) {
      if (event.type !== 'order.resumed') return null
      const [holds, resumes] = [reasons.of(event, 'order.on_hold'), reasons.of(event, 'order.resumed')]
      const [hold, resume] = [holds[0], resumes[0]]
      if (holds.length !== 1 || resumes.length !== 1 || typeof hold !== 'string' || hold.trim() === '') return null
      const { reason } = event.data
      if (hold === resume) return null
      if (reason === hold) return 'of-the-hold'
      return reason === resume || reason === null ? 'of-the-resume' : null
    },
  }
})

const idsIn = (documents: unknown): { id: string; kind: string }[] =>
  Array.isArray(documents)
    ? documents.filter(isObject).map(({ id, kind }) => ({ id: String(id), kind: String(kind) }))
    : []

const companyKinds = ['invoice', 'compliance_certificate', 'borrower_certificate']

const completedDocuments = afterCalls('events.completed-documents', () => {
  const before = new Map<string, Set<string>>()
  const add = (orderId: string, ids: readonly string[]): void => {
    before.set(orderId, new Set([...(before.get(orderId) ?? []), ...ids]))
  }
  return {
    call(exchange) {
      if (operation(exchange, 'uploadDocument')) add(orderIdOf(exchange) ?? '', [String(responseAt(exchange, '/id'))])
    },
    event({ type, orderId, data }) {
      if (type !== 'order.completed') return null
      const all = idsIn(data['documents'])
      const isRevised = data['revision'] === true
      if (!isRevised)
        add(
          orderId,
          all.flatMap(({ id, kind }) => (companyKinds.includes(kind) ? [id] : [])),
        )
      const earlier = before.get(orderId)
      if (!isRevised || !earlier || earlier.size === 0 || all.length === 0) return null
      return either(
        all.some(({ id }) => earlier.has(id)),
        'all-on-order',
        'of-this-delivery',
      )
    },
  }
})

const ownUpload: StatefulObserver = {
  freedom: 'events.own-upload-document-added',
  start() {
    const uploads = new Map<string, { orderId: string; at: number }>()
    const added = ({ type, data }: RaisedEvent): string | null => {
      const id = type === 'order.document_added' && isObject(data['document']) ? String(data['document']['id']) : ''
      return uploads.has(id) ? 'raised' : null
    }
    const isPassed = (page: readonly RaisedEvent[], at: number): boolean =>
      Date.parse(page[0]!.createdAt) < at && Date.parse(page.at(-1)!.createdAt) >= at + 2_000
    return {
      reading(exchange) {
        if (succeeded('uploadDocument')(exchange))
          uploads.set(String(responseAt(exchange, '/id')), {
            orderId: orderIdOf(exchange) ?? '',
            at: Date.parse(String(responseAt(exchange, '/created_at'))),
          })
        const page = eventsIn(exchange)
        if (page.length === 0 || uploads.size === 0) return null
        const raised = page.find((event) => added(event) !== null)
        if (raised) return 'raised'
        if (!isUnfiltered(exchange)) return null
        const order = new URL(exchange.request.url).searchParams.get('order_id')
        const isSilent = [...uploads.values()].some(
          ({ orderId, at }) => (order === null || order === orderId) && isPassed(page, at),
        )
        return isSilent ? 'not-raised' : null
      },
      delivered(delivery) {
        const event = eventIn(delivery)
        return event && added(event)
      },
    }
  },
}

/** Statuses that an advance reaches past the assignment. */
const skipped = lazily(() => statusesBefore('report_complete', 'appraiser_accepted'))

/** The first move of an order, where an advance takes it past its assignment. */
const firstMove = (ofOrder: readonly RaisedEvent[]): number => {
  if (ofOrder[0]?.type !== 'order.created' || codeIn(ofOrder[0], 'status') !== 'new') return -1
  const at = ofOrder.findIndex(
    (event) => isStatusChange(event) && codeIn(event, 'previous_status') !== codeIn(event, 'status'),
  )
  return skipped().includes(codeIn(ofOrder[at] ?? ofOrder[0], 'status') ?? '') ? at : -1
}

const assignment: StatefulObserver = {
  freedom: 'events.assignment-when-skipped',
  start() {
    const moved = new Set<string>()
    return {
      reading(exchange) {
        if (succeeded('advanceOrder')(exchange))
          moved.add(`${orderIdOf(exchange)} ${String(requestAt(exchange, '/to_status'))}`)
        const page = eventsIn(exchange)
        if (page.length === 0 || !isUnfiltered(exchange)) return null
        for (const ofOrder of byOrder(page)) {
          const at = firstMove(ofOrder)
          const move = ofOrder[at]
          if (!move || !moved.has(`${move.orderId} ${codeIn(move, 'status')}`)) continue
          const isNear = ofOrder.slice(at - 1, at + 2).some(({ type }) => type === 'order.assigned')
          if (isNear) return 'raised'
          const isNowhere = !ofOrder.some(({ type }) => type === 'order.assigned')
          if (isNowhere && isWhileBefore(move, page.at(-1))) return 'not-raised'
        }
        return null
      },
    }
  },
}

export const causeObservers: readonly StatefulObserver[] = [
  note,
  noReason,
  resumedReason,
  completedDocuments,
  ownUpload,
  assignment,
]
