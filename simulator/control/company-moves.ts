// What the company can do with an order as it stands: each move is decided as it would be, and nothing is changed.
import { companyAssign } from '../orders/company-assign.ts'
import { companyCancel, companyHold, companyResume } from '../orders/company-act.ts'
import { checkDeliverable } from '../orders/company-deliver.ts'
import { companyMove, placeReviewed } from '../orders/company-move.ts'
import type { DomainContext } from '../orders/context.ts'
import type { Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'

export type RefusedMove = { status: number; code: string; message: string }

/** What a decision would be refused with, or null where it would not. */
export const refusalOf = ({ contract }: Services, decide: () => unknown): RefusedMove | null => {
  try {
    decide()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message } = error
    const status = error.status ?? contract.errors.codes.find((one) => one.code === code)?.status ?? 409
    return { status, code, message }
  }
}

type CompanyMove = {
  operation: string
  path: string
  to_status: string | null
  allowed: boolean
  refusal: RefusedMove | null
}

/** Statuses that other operations than `move` lead to, or that nothing leads to. */
const elsewhere = ['pending_review', 'on_hold', 'off_hold', 'cancelled', 'report_complete']
const revised = ['revised_report_complete', 'revision_requested', 'reconsideration_requested']

export const companyMoves = (services: Services, context: DomainContext, order: Order): CompanyMove[] => {
  const { code } = order.status
  const row = (operation: string, path: string, decide: () => unknown, to_status: string | null = null) => {
    const refusal = refusalOf(services, decide)
    return { operation, path: `/orders/${order.id}${path}`, to_status, allowed: refusal === null, refusal }
  }
  const targets = Object.keys(services.contract.lifecycle.labels).filter(
    (to) => to !== code && ![...elsewhere, ...revised].includes(to),
  )
  return [
    row('placeReviewedOrder', '/place', () => placeReviewed(context, order, null)),
    row('assignAppraiser', '/assign', () => companyAssign(context, order, { name: 'Avery Sample' })),
    ...targets.map((to) => row('moveOrder', '/move', () => companyMove(context, order, to), to)),
    row('deliverReport', '/deliver', () => checkDeliverable(order)),
    row('holdForCompany', '/hold', () => companyHold(context, order, null)),
    row('resumeForCompany', '/resume', () => companyResume(context, order, null)),
    row('cancelForCompany', '/cancel', () => companyCancel(context, order, 'asked for')),
  ]
}
