// The company assigns an appraiser, or another one (Events / order.assigned).
import { touch } from './change-order.ts'
import { conflict } from './company-act.ts'
import { companyMove } from './company-move.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'

export type Assignment = {
  name: string
  /** Whether the lender learns the name; the company's policy when left out. */
  share?: boolean
  /** Whether the order moves to `appraiser_assigned`; only where nobody was to have it yet when left out. */
  move?: boolean
}

export const companyAssign = (context: DomainContext, order: Order, { name, share, move }: Assignment): Decision => {
  const { behaviour, company, now } = context
  const { code } = order.status
  if (code === 'cancelled') throw conflict(order, 'A cancelled order is not assigned; move it to reactivated first.')
  const appraiser = { name, assigned_at: now, ...(share !== undefined && { shared: share }) }
  const next = touch(order, { appraiser }, now)
  const data = behaviour.events.assigned(behaviour.present, next, company)
  const isSilent = order.appraiser !== null && !behaviour.events.reassignmentRaised
  const assigned: Decision = {
    order: next,
    raised: isSilent ? [] : [{ type: 'order.assigned', order: next, data }],
  }
  const moves = move ?? ['pending_review', 'new'].includes(code)
  if (!moves || code === 'appraiser_assigned') return assigned
  return sequence(assigned, companyMove(context, next, 'appraiser_assigned'))
}
