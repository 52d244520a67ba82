// An order at `off_hold` takes the advances of the status it was held in.
import { seen } from '../../run/seen.ts'
import { permitted } from '../../steps/act.ts'
import { advance } from '../../steps/advance.ts'
import { statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { must, succeeded } from '../../steps/read.ts'
import { notTested } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rule = 'sandbox.off-hold-advances-as-the-status-before'

export default check({
  id: 'sandbox.resumed-order-can-be-advanced',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect } = context
    const { id } = await newOrder(context)
    must(await permitted(context, 'hold', id, 'The borrower is away.'), 'the order could not be held')
    const resumed = must(await permitted(context, 'resume', id, 'The borrower is back.'), 'the hold did not end')
    // Back in `new` by now or not: either way an appraiser can be assigned.
    const { answer, order } = await advance(context, id, 'appraiser_assigned')
    if (statusOf(resumed) !== 'off_hold')
      throw notTested('the answer to the resume does not show the order at off_hold')
    if (expect(rule).status(answer, '2xx') && succeeded(answer))
      expect(rule).equal(seen(order, '/status/code'), 'appraiser_assigned')
  },
})
