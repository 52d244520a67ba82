// The company delivers a report, the first or a revised one, also where no revision was asked for (States / Transitions).
import { unchanged } from './change-order.ts'
import { conflict } from './company-act.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import type { Document, Order, RevisionRequest } from '../domain/records.ts'
import { assignAppraiser, deliverReport } from './work-on-order.ts'

const firstSteps: Record<string, string> = {
  cancelled: 'move it to reactivated',
  on_hold: 'resume it',
  pending_review: 'place it',
}

/** Throws when the order's status makes no sense of a delivery. */
export const checkDeliverable = (order: Order): void => {
  const { code } = order.status
  if (firstSteps[code]) throw conflict(order, `No report is delivered on a ${code} order; ${firstSteps[code]} first.`)
}

/** Whatever follows a delivered report is a revised one. */
export const comesRevised = ({ behaviour }: Pick<DomainContext, 'behaviour'>, order: Order): boolean =>
  order.delivered || behaviour.lifecycle.afterDeliveryOf(order) === 'revised_report_complete'

/** `requests` are those that the report answers; only open ones count. */
export const companyDelivery = (
  context: DomainContext,
  order: Order,
  documents: readonly Document[],
  requests: readonly RevisionRequest[],
): Decision => {
  checkDeliverable(order)
  const to = comesRevised(context, order) ? 'revised_report_complete' : 'report_complete'
  const assigned =
    order.appraiser || !context.behaviour.sandbox.assignsWhenSkipped
      ? unchanged(order)
      : assignAppraiser(context, order)
  return sequence(assigned, deliverReport(context, assigned.order, documents, requests, to))
}
