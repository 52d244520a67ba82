// One order comes to each status again that it can come to again, whichever orders the company reviews first.
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { assume } from './assume.ts'
import { createMachine } from './machine.ts'
import type { OrderModel } from './order-model.ts'
import { secondVisits } from './second-visits.ts'

const afterwards = (status: string): Set<string> => {
  const table: Readonly<Record<string, readonly string[]>> = lifecycle().advance
  const reached = new Set(table[status])
  for (const one of reached) for (const next of table[one] ?? []) reached.add(next)
  return reached
}

const comeAgain = Object.keys(lifecycle().advance).filter((status) => afterwards(status).has(status))

t.test('some statuses can come again by advances', async (t) => {
  t.strictSame(comeAgain.toSorted(), [
    'awaiting_review',
    'borrower_contacted',
    'left_message_for_borrower',
    'report_rejected_for_correction',
  ])
})

for (const reviewed of ['some-orders', 'always', 'never']) {
  t.test(
    `each is advanced to twice, and actions are refused there, with create.review-first ${reviewed}`,
    async (t) => {
      const machine = createMachine(lifecycle(), { 'create.review-first': reviewed })
      const { steps } = secondVisits(machine)
      let model: OrderModel | null = null
      for (const { action } of steps) {
        const { is, next } = assume(machine, model, action)
        model = next
        if (['advance', 'revision'].includes(action.do)) t.equal(is, 'accepted', JSON.stringify(action))
        const before = model?.status[0]
        const isOpen = action.do === 'hold' && before === 'reconsideration_requested'
        if (['hold', 'resume', 'cancel'].includes(action.do))
          t.equal(is, isOpen ? 'open' : 'refused', JSON.stringify(action))
      }
      const advanced = steps.flatMap(({ action }) => (action.do === 'advance' ? [action.to] : []))
      for (const status of comeAgain) t.equal(advanced.filter((to) => to === status).length, 2, status)
      t.equal(advanced.filter((to) => to === 'revised_report_complete').length, 3)
      const asked = steps.flatMap(({ action }) => (action.do === 'revision' ? [action.kind] : []))
      for (const kind of ['correction', 'reconsideration_of_value'] as const)
        t.equal(asked.filter((one) => one === kind).length, 2, `${kind} after a revised report too`)
    },
  )
}
