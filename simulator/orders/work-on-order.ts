// What the company does with an order: assignment, appointment, delivery, dates, fees, documents; and the sandbox's advance.
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import { refusedByStatus } from '../domain/refused-by-status.ts'
import { moveStatus, touch, unchanged } from './change-order.ts'
import { completeRevisions } from './revise-order.ts'
import type { Document, Order, RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'

/** Assigns an appraiser, a made-up one unless named; `order.assigned` always fires, with the name only where it is shared. */
export const assignAppraiser = (
  { behaviour, now, company }: DomainContext,
  order: Order,
  name?: string,
  isSkipped = false,
): Decision => {
  const isHidden = isSkipped && !behaviour.lifecycle.sharesSkippedAppraiser
  const appraiser = name === undefined ? behaviour.sandbox.appraiser : { name }
  const assigned = { ...appraiser, assigned_at: now, ...(isHidden && { shared: false }) }
  const next = touch(order, { appraiser: assigned }, now)
  return {
    order: next,
    raised: [
      { type: 'order.assigned', order: next, data: behaviour.events.assigned(behaviour.present, next, company) },
    ],
  }
}

export const addDocument = (
  { behaviour, now }: DomainContext,
  order: Order,
  document: Document,
  announce: boolean,
): Decision => {
  const next = touch(order, { document_ids: [...order.document_ids, document.id] }, now)
  const data = behaviour.events.documentAdded(behaviour.present.document(document))
  return {
    order: next,
    documents: [document],
    raised: announce ? [{ type: 'order.document_added', order: next, data }] : [],
  }
}

/** Delivers a report, first or revised: `order.completed`, then `order.document_added` for each file. */
export const deliverReport = (
  context: DomainContext,
  order: Order,
  documents: readonly Document[],
  requests: readonly RevisionRequest[],
  to: string = context.behaviour.lifecycle.afterDeliveryOf(order),
): Decision => {
  const { behaviour, now, company } = context
  const revision = to === 'revised_report_complete'
  const answered = revision ? completeRevisions(context, order, requests) : unchanged(order)
  const summaries = behaviour.events
    .completedDocuments(documents, context.documentsOf(order.id))
    .map((document) => behaviour.present.document(document))
  const moved = moveStatus(context, answered.order, to, {
    change: { delivered: true, completed_at: behaviour.lifecycle.completedAt(order, now), previous_status: null },
    own: (after) => [
      {
        type: 'order.completed',
        order: after,
        data: behaviour.events.completed(behaviour.present, after, company, revision, summaries),
      },
    ],
  })
  const { announced } = behaviour.events
  const announce = revision ? announced.revisedDelivery : announced.firstDelivery
  return documents.reduce(
    (all, document) => sequence(all, addDocument(context, all.order, document, announce)),
    sequence(answered, moved),
  )
}

/** A move between working statuses; brings an appraiser or an appointment when the status means that there is one. */
export const moveWork = (
  context: DomainContext,
  order: Order,
  to: string,
  more: { note?: string | null; appointment_at?: number | null; appraiser?: string } = {},
): Decision => {
  const { behaviour, now } = context
  const isAssigned = more.appraiser !== undefined || to === 'appraiser_assigned' || order.appraiser !== null
  const needsAppraiser = behaviour.lifecycle.impliesAppraiser(to) && !order.appraiser
  const assigned =
    more.appraiser !== undefined || (needsAppraiser && (isAssigned || behaviour.sandbox.assignsWhenSkipped))
      ? assignAppraiser(context, order, more.appraiser, !isAssigned)
      : unchanged(order)
  const appointment =
    to === 'appointment_scheduled' ? { appointment_at: more.appointment_at ?? behaviour.sandbox.appointment(now) } : {}
  const change = { ...appointment, previous_status: null }
  return sequence(assigned, moveStatus(context, assigned.order, to, { change, note: more.note ?? null }))
}

export const isDelivery = (to: string): boolean => to === 'report_complete' || to === 'revised_report_complete'

/** What an advance past the appointment and past the statuses on the way leaves behind. */
const skip = (context: DomainContext, order: Order, to: string): Decision => {
  const { behaviour, now } = context
  const isPast = isDelivery(to) || to === 'awaiting_review' || to === 'report_rejected_for_correction'
  const appointment_at =
    isPast && order.appointment_at === null ? behaviour.sandbox.skippedAppointment(order, now) : order.appointment_at
  const start = unchanged({ ...order, appointment_at })
  return behaviour.sandbox
    .steps(order.status.code, to)
    .slice(0, -1)
    .reduce((all, step) => sequence(all, moveStatus(context, all.order, step)), start)
}

/** Refuses a move that the advance table does not list. */
export const checkAdvance = ({ lifecycle, sandbox }: DomainContext['behaviour'], order: Order, to: string): void => {
  if (lifecycle.mayAdvance(order, to)) return
  const { code, message, currentStatus } = refusedByStatus(order, `advanced to ${to}`)
  const details = [sandbox.refusalDetail(order, to)]
  throw new Refusal(code, message, { details, ...(currentStatus !== undefined && { currentStatus }) })
}

/** The sandbox's advance (States / Sandbox advance table); `documents` are those of a delivery. */
export const advanceOrder = (
  context: DomainContext,
  order: Order,
  to: string,
  documents: readonly Document[],
  requests: readonly RevisionRequest[],
): Decision => {
  const { lifecycle, sandbox } = context.behaviour
  checkAdvance(context.behaviour, order, to)
  const isSkipped = to !== 'appraiser_assigned'
  const needsAppraiser =
    !order.appraiser &&
    lifecycle.impliesAppraiser(to) &&
    to !== 'revised_report_complete' &&
    (!isSkipped || sandbox.assignsWhenSkipped)
  const assigned = needsAppraiser ? assignAppraiser(context, order, undefined, isSkipped) : unchanged(order)
  const skipped = sequence(assigned, skip(context, assigned.order, to))
  const moved = isDelivery(to)
    ? deliverReport(context, skipped.order, documents, requests)
    : moveWork(context, skipped.order, to)
  return sequence(skipped, moved)
}

/** The due date moves, asked for or not; raises `order.due_date_changed`. */
export const changeDueDate = (
  { behaviour, now }: DomainContext,
  order: Order,
  dueDate: string,
  by: 'lender' | 'company',
): Decision => {
  const next = touch(order, { due_date: dueDate, requested_due_date: null }, now)
  return {
    order: next,
    raised: [
      { type: 'order.due_date_changed', order: next, data: behaviour.events.dueDateChanged(next, order.due_date, by) },
    ],
  }
}
