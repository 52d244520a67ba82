// Reading an order gives all of its parts, the same that the create answered with.
import { fieldsIn } from '../../evidence/parts.ts'
import { coveringOrdersPlaced, placedOf } from '../../scenarios/covering-orders.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { check } from '../../kit/check.ts'

const rule = 'order.read-is-the-full-order'
const same = 'create.returns-the-order'

const parts = [
  'id order_number lender_reference status order_type loan property borrowers parties notes flags',
  'appraiser_instructions appraiser dates fees documents',
].flatMap((line) => line.split(' '))

/** What only the lender changes. */
const lenders = 'id order_number lender_reference loan property borrowers parties notes flags appraiser_instructions'

export default check({
  id: 'order.read-is-the-full-order',
  verifies: [rule, same],
  needs: ['orders'],
  async run({ shared, expect }) {
    for (const { answer, read } of placedOf(await shared(coveringOrdersPlaced))) {
      const body = fieldsIn(fieldAt(read, ''))
      const missing = parts.filter((part) => !Object.hasOwn(body, part))
      expect(rule).that(computedFrom({ missing }, read), () => missing.length === 0, { missing: [] })
      for (const part of lenders.split(' '))
        expect(same).equal(
          { ...seenComparable(answer, `/${part}`), requests: [answer.id, read.id] },
          seenComparable(read, `/${part}`).value,
        )
    }
  },
})
