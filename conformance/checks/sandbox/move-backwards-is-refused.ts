// A delivered order cannot be advanced to a status that it has passed.
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { advance } from '../../steps/advance.ts'
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { check } from '../../kit/check.ts'

const backwards = 'sandbox.advance-backwards-refused'
const code = 'sandbox.refused-advance-has-its-code'
const leaves = 'sandbox.refused-advance-leaves-the-status'

export default check({
  id: 'sandbox.move-backwards-is-refused',
  verifies: [backwards, code, leaves],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect } = context
    const { id } = await context.shared(deliveredOrder('uad_2_6'))
    const { answer, order } = await advance(context, id, 'new')
    expect(backwards).status(answer, 409)
    if (answer.response.status === 409) expect(code).equal(seen(answer, '/code'), 'action_not_allowed_in_status')
    expect(leaves).that(seen(order, '/status/code'), (status) => status !== 'new', not('new'))
  },
})
