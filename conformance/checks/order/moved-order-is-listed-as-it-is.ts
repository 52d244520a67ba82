// An order that was moved on to its report is listed with the times that a read of it shows.
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { agrees, expectItem } from '../../steps/list-beside.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { readOrder } from '../../steps/order-state.ts'
import { textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'order.moved-order-is-listed-as-it-is',
  verifies: [agrees],
  needs: ['orders'],
  async run(context) {
    const { placed } = await context.shared(exampleSequence)
    const list = await ordersWithReference(context, textAt(placed.answer, '/lender_reference'))
    await expectItem(context, list, await readOrder(context, placed.id))
  },
})
