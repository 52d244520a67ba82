// The company moves an order between statuses, in any direction that real companies do (States / Order status catalog).
import { moveStatus, unchanged } from './change-order.ts'
import { conflict } from './company-act.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { assignAppraiser, moveWork } from './work-on-order.ts'

export type Move = {
  note?: string | null
  /** Epoch milliseconds. */
  appointment_at?: number
  appraiser?: string
  /** Announce the status that the order has already. */
  repeat?: boolean
}

/** Statuses with an action of their own, which raises more than a change of status. */
const actions: Record<string, string> = {
  report_complete: 'deliver',
  revised_report_complete: 'deliver',
  revision_requested: 'revision-requests',
  reconsideration_requested: 'revision-requests',
  on_hold: 'hold',
  off_hold: 'resume',
  cancelled: 'cancel',
}

const unusable = (field: string, message: string): Refusal =>
  new Refusal('unusable_value', `The move cannot be made: ${field} ${message}.`, {
    status: 422,
    details: [{ field, code: 'invalid_value', message }],
  })

const check = ({ behaviour, environment }: DomainContext, order: Order, to: string, more: Move): void => {
  const from = order.status.code
  if (environment === 'production' && behaviour.lifecycle.unused.includes(to)) {
    throw conflict(order, `This company does not use ${to} on its orders; move the order to another status.`)
  }
  const isWork = behaviour.lifecycle.impliesAppraiser(to) && to !== 'reactivated'
  if (more.appointment_at !== undefined && to !== 'appointment_scheduled') {
    throw unusable('appointment_at', 'belongs to appointment_scheduled alone')
  }
  if (more.appraiser !== undefined && !isWork) throw unusable('appraiser', `does not go with ${to}`)
  if (from === to) {
    if (more.repeat) return
    throw conflict(order, `The order is ${to} already; send repeat to announce it once more.`)
  }
  if (actions[to]) throw conflict(order, `An order comes to ${to} by POST /orders/${order.id}/${actions[to]}.`)
  if (to === 'reactivated') {
    if (from === 'cancelled') return
    throw conflict(order, `Only a cancelled order can be reactivated; this one is ${from}.`)
  }
  if (from === 'cancelled') throw conflict(order, 'A cancelled order is not worked on; move it to reactivated first.')
  if (from === 'on_hold') throw conflict(order, 'An order on hold is not worked on; resume it first.')
}

export const companyMove = (context: DomainContext, order: Order, to: string, more: Move = {}): Decision => {
  check(context, order, to, more)
  const note = more.note ?? null
  if (order.status.code === to) {
    const assigned = more.appraiser ? assignAppraiser(context, order, more.appraiser) : unchanged(order)
    const change = more.appointment_at === undefined ? {} : { appointment_at: more.appointment_at }
    return sequence(assigned, moveStatus(context, assigned.order, to, { change, note }))
  }
  // The status to go back to stays remembered while the order rests here.
  if (to === 'reactivated') return moveStatus(context, order, to, { note })
  const taken = context.behaviour.lifecycle.impliesAppraiser(to) ? order : { ...order, appraiser: null }
  const path = context.behaviour.lifecycle.companyPath(order, to)
  return path.reduce(
    (all, step) => sequence(all, moveWork(context, all.order, step, step === to ? more : {})),
    unchanged(taken),
  )
}

export const placeReviewed = (context: DomainContext, order: Order, note: string | null): Decision => {
  const { code } = order.status
  if (code === 'pending_review') return moveStatus(context, order, 'new', { note })
  throw conflict(order, `Only an order in pending_review can be placed; this one is ${code}.`)
}
