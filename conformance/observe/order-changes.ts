// Readings that only an order read again shows: what became of its dates, its fee and its appraiser after a move.
import { isObject } from '../contract/is-object.ts'
import { requestAt, either, isSuccess, operation, type StatefulObserver } from './observer.ts'
import { endOf, ofEachOrder, orderIdOf, timeOf } from './order-lives.ts'
import type { Answered } from '../evidence/exchange.ts'

const delivered = ['report_complete', 'revised_report_complete']
const revising = ['revision_requested', 'reconsideration_requested']
const beyondAppointment = ['awaiting_review', 'report_rejected_for_correction', ...delivered, ...revising]

const nameOf = (appraiser: unknown): unknown => (isObject(appraiser) ? appraiser['name'] : appraiser)
const isNamed = (appraiser: unknown): boolean => typeof nameOf(appraiser) === 'string'

/** A move by the sandbox itself may come between what lies further apart. */
const atOnceMs = 1000

/** Whether the order skips its assignment, which an advance within a moment from `new` does. */
const skips = (exchange: Answered, newSince: number | null): boolean =>
  newSince !== null &&
  exchange.startedAt - newSince < atOnceMs &&
  !['new', 'appraiser_assigned'].includes(String(requestAt(exchange, '/to_status')))

/** An appraiser that is not shown says something only where the sandbox shares the one that it makes up itself. */
const appraiserWhenSkipped: StatefulObserver = {
  freedom: 'order.appraiser-when-skipped',
  start: () => {
    const skipped = new Set<string>()
    let [isShared, isMissed] = [false, false]
    const life = ofEachOrder<{ newSince: number | null; isAssigned: boolean }>({
      freedom: 'order.appraiser-when-skipped',
      start: () => ({ newSince: null, isAssigned: false }),
      read: (order, { id, status, order: { appraiser } }, exchange) => {
        order.newSince = status === 'new' ? endOf(exchange) : null
        if (order.isAssigned && isNamed(appraiser)) isShared = true
        if (skipped.has(id) && isNamed(appraiser)) return 'shown'
        if (skipped.has(id) && appraiser === null && !['new', 'pending_review'].includes(status)) isMissed = true
        return isMissed && isShared ? 'null-value' : null
      },
      other: (order, exchange) => {
        if (!operation(exchange, 'advanceOrder') || !isSuccess(exchange)) return
        if (skips(exchange, order.newSince)) skipped.add(orderIdOf(exchange)!)
        if (requestAt(exchange, '/to_status') === 'appraiser_assigned') order.isAssigned = true
        order.newSince = null
      },
    })
    return life.start()
  },
}

const appointmentAfterLeaving = ofEachOrder<{ at: unknown }>({
  freedom: 'order.appointment-after-leaving',
  start: () => ({ at: null }),
  read: (life, { status, dates: { appointment_at: at } }) => {
    if (status === 'appointment_scheduled') life.at = at
    if (typeof life.at !== 'string' || !beyondAppointment.includes(status)) return null
    return at === null ? 'cleared' : at === life.at ? 'kept' : null
  },
})

const completedWhileRevising = ofEachOrder<{ at: unknown }>({
  freedom: 'order.completed-at-while-revising',
  start: () => ({ at: null }),
  read: (life, { status, dates: { completed_at: at } }) => {
    if (delivered.includes(status)) life.at = at
    if (typeof life.at !== 'string' || !revising.includes(status)) return null
    return at === null ? 'cleared' : at === life.at ? 'kept' : null
  },
})

const completedAfterRevision = ofEachOrder<{ at: unknown }>({
  freedom: 'order.completed-at-after-revision',
  start: () => ({ at: null }),
  read: (life, { status, order, dates: { completed_at: at } }) => {
    if (status === 'report_complete') life.at = at
    if (typeof life.at !== 'string' || status !== 'revised_report_complete' || typeof at !== 'string') return null
    if (timeOf(at) > timeOf(life.at)) return 'latest-delivery'
    // Two deliveries within one second may show the same moment.
    const isLater = timeOf((order['status'] as Record<string, unknown>)['changed_at']) > timeOf(life.at)
    return at === life.at && isLater ? 'first-delivery' : null
  },
})

const feeAfterCancellation = ofEachOrder<{ fee: string | null }>({
  freedom: 'order.fee-after-cancellation',
  start: () => ({ fee: null }),
  read: (life, { status, order: { fees } }) => {
    const fee = isObject(fees) ? fees['appraisal_fee'] : null
    if (typeof fee !== 'string') return null
    if (status !== 'cancelled') life.fee = fee
    else if (life.fee !== null && Number(fee) <= Number(life.fee))
      return either(fee === life.fee, 'unchanged', 'reduced')
    return null
  },
})

export const orderChangeObservers: readonly StatefulObserver[] = [
  appraiserWhenSkipped,
  appointmentAfterLeaving,
  completedWhileRevising,
  completedAfterRevision,
  feeAfterCancellation,
]
