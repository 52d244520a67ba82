// An order that was moved on to its report is listed with the times that a read of it shows.
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { agrees, expectListed } from '../../steps/list-beside.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'order.moved-order-is-listed-as-it-is',
  verifies: [agrees],
  needs: ['orders'],
  async run(context) {
    const { placed } = await context.shared(exampleSequence)
    await expectListed(context, placed.answer)
  },
})
