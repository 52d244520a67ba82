// An order whose report was delivered refuses hold, resume and cancel by the book and stays as it is.
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { deliveredOrder } from '../../steps/delivered-order.ts'
import { tryAct, type Action } from '../../steps/act.ts'
import { check } from '../check.ts'

const own: Record<Action, string> = {
  hold: 'actions.hold-refused-in-report-complete',
  resume: 'actions.resume-refused-in-report-complete',
  cancel: 'actions.cancel-refused-in-report-complete',
}

const actions: Action[] = ['hold', 'resume', 'cancel']

export default check({
  id: 'actions.delivered-order-refuses-everything',
  verifies: [...new Set(actions.flatMap(refusalRules)), ...Object.values(own)],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { id } = await context.shared(deliveredOrder('uad_2_6'))
    for (const action of actions)
      compareRefusal(context, action, 'report_complete', await tryAct(context, action, id, 'too late'), own[action])
  },
})
