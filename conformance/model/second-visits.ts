// An order that comes back to statuses it had before: what they refused the first time they refuse the second time too.
import { advance, cancel, correction, hold, readOrder, resume, type Action } from './actions.ts'
import { assume } from './assume.ts'
import { comeToNew } from './come-to-new.ts'
import type { Machine } from './machine.ts'
import type { OrderModel } from './order-model.ts'
import { planOf, type Plan } from './plan.ts'

const round: readonly Action[] = [correction, advance('revised_report_complete')]

/** Statuses may repeat and go backwards while the order is worked on: each that can come again comes twice. */
const worked = [
  'borrower_contacted',
  'left_message_for_borrower',
  'borrower_contacted',
  'left_message_for_borrower',
  'awaiting_review',
  'report_rejected_for_correction',
  'awaiting_review',
  'report_rejected_for_correction',
] as const

const moves: readonly Action[] = [
  ...worked.map((status) => advance(status)),
  advance('report_complete'),
  ...round,
  ...round,
]

/** Every working status that can come again, twice, then two corrections of one order, one after the other; in the second round hold, cancel and resume are tried. */
export const secondVisits = (machine: Machine): Plan => {
  let model: OrderModel | null = null
  const steps: Action[] = []
  const go = (action: Action): void => {
    model = assume(machine, model, action).next
    steps.push(action)
  }
  for (const step of comeToNew(machine)) go(step)
  for (const [index, move] of moves.entries()) {
    go(move)
    if (index < moves.length - round.length) continue
    for (const probe of [hold, cancel, resume]) if (assume(machine, model, probe).is === 'refused') go(probe)
    go(readOrder)
  }
  return planOf(
    'second-visits',
    0,
    steps.map((action) => ({ order: 'o1', action })),
  )
}
