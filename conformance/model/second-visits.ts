// An order that comes back to statuses it had before: what they refused the first time they refuse the second time too.
import {
  advance,
  cancel,
  correction,
  hold,
  readOrder,
  reconsideration,
  resume,
  settle,
  type Action,
} from './actions.ts'
import { assume } from './assume.ts'
import { comeToNew } from './come-to-new.ts'
import type { Machine } from './machine.ts'
import type { OrderModel } from './order-model.ts'
import { planOf, type Plan } from './plan.ts'

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

const revised = advance('revised_report_complete')

const first: readonly Action[] = [
  ...worked.map((status) => advance(status)),
  advance('report_complete'),
  correction,
  reconsideration,
  revised,
]

const probes: readonly Action[] = [hold, cancel, resume]

/** Every working status that can come again, twice, then two rounds of each kind of request; in the second ones hold, cancel and resume are tried. */
export const secondVisits = (machine: Machine): Plan => {
  let model: OrderModel | null = null
  const steps: Action[] = []
  const go = (action: Action): void => {
    model = assume(machine, model, action).next
    steps.push(action)
  }
  const probed = (action: Action): void => {
    go(action)
    for (const probe of probes) if (assume(machine, model, probe).is !== 'accepted') go(probe)
  }
  for (const step of [...comeToNew(machine), ...first]) go(step)
  probed(reconsideration)
  // A hold that a company takes there is ended by the resume.
  go(settle)
  go(revised)
  probed(correction)
  // From there alone it comes to the next status: nothing need be read.
  probed(revised)
  go(readOrder)
  return planOf(
    'second-visits',
    0,
    steps.map((action) => ({ order: 'o1', action })),
  )
}
