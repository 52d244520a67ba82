// What the company does with an order: assignment, appointment, delivery, dates, fees, documents; and the sandbox's advance.
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { sequence } from './decision.ts'
import { refusedByStatus } from './act-on-order.ts'
import { moveStatus, touch, unchanged } from './change-order.ts'
import { completeRevisions } from './revise-order.ts'
import type { Document, Order, RevisionRequest } from './records.ts'

const day = 86_400_000

/** Assigns an appraiser; `order.assigned` always fires, with the name only where the company shares it. */
export const assignAppraiser = ({ behaviour, now, company }: DomainContext, order: Order, name: string): Decision => {
  const next = touch(order, { appraiser: { name, assigned_at: now } }, now)
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
  const summaries = documents.map((document) => behaviour.present.document(document))
  const moved = moveStatus(context, answered.order, to, {
    change: { delivered: true, completed_at: now, previous_status: null },
    own: (after) => [
      {
        type: 'order.completed',
        order: after,
        data: behaviour.events.completed(behaviour.present, after, company, revision, summaries),
      },
    ],
  })
  return documents.reduce(
    (all, document) => sequence(all, addDocument(context, all.order, document, true)),
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
  const needsAppraiser = behaviour.lifecycle.impliesAppraiser(to) && !order.appraiser
  const assigned =
    more.appraiser !== undefined || needsAppraiser
      ? assignAppraiser(context, order, more.appraiser ?? 'Avery Sample')
      : unchanged(order)
  const appointment = to === 'appointment_scheduled' ? { appointment_at: more.appointment_at ?? now + 3 * day } : {}
  const change = { ...appointment, previous_status: null }
  return sequence(assigned, moveStatus(context, assigned.order, to, { change, note: more.note ?? null }))
}

export const isDelivery = (to: string): boolean => to === 'report_complete' || to === 'revised_report_complete'

/** The sandbox's advance (States / Sandbox advance table); `documents` are those of a delivery. */
export const advanceOrder = (
  context: DomainContext,
  order: Order,
  to: string,
  documents: readonly Document[],
  requests: readonly RevisionRequest[],
): Decision => {
  if (!context.behaviour.lifecycle.mayAdvance(order, to)) throw refusedByStatus(order, `advanced to ${to}`, to)
  if (!isDelivery(to)) return moveWork(context, order, to)
  const needsAppraiser = !order.appraiser && to === 'report_complete'
  const assigned = needsAppraiser ? assignAppraiser(context, order, 'Avery Sample') : unchanged(order)
  return sequence(assigned, deliverReport(context, assigned.order, documents, requests))
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

/** The fee charged changes, or a quote arrives; raises `order.fee_changed`. */
export const changeFee = (
  { behaviour, now }: DomainContext,
  order: Order,
  fee: string | null,
  reason: string | null,
): Decision => {
  const next = touch(order, { fees: { ...order.fees, appraisal_fee: fee } }, now)
  const data = behaviour.events.feeChanged(next, order.fees.appraisal_fee, reason)
  return { order: next, raised: [{ type: 'order.fee_changed', order: next, data }] }
}
