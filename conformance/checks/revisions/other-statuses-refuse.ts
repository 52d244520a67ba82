// A revision request is refused in every status before delivery, without effect.
import { orderWalk } from '../../scenarios/order-walk.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { rulesOfCells } from '../../model/cell-rules.ts'
import { check } from '../../kit/check.ts'

const rules = [
  ...rulesOfCells('revision_request', 'refused'),
  'revisions.refusal-has-current-status',
  'revisions.refused-request-leaves-the-status',
  'revisions.refused-request-makes-no-record',
  'revisions.refused-request-raises-no-event',
]

export default check({
  id: 'revisions.other-statuses-refuse',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    assertWalk(context, await context.shared(orderWalk), rules)
  },
})
