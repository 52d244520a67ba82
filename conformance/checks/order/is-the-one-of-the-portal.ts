// An order has the number and the status that the company's side shows, and the fee that the company set.
import { valueAt, seen } from '../../evidence/seen.ts'
import { companySide } from '../../scenarios/company-side.ts'
import { check } from '../../kit/check.ts'

const rules = {
  number: 'order.order-number-is-the-companys',
  status: 'order.status-is-the-one-of-the-portal',
  fee: 'order.appraisal-fee-is-what-the-lender-is-charged',
}

export default check({
  id: 'order.is-the-one-of-the-portal',
  verifies: Object.values(rules),
  needs: ['orders', 'control'],
  async run({ expect, shared }) {
    const { order, portal, fee } = await shared(companySide)
    expect(rules.number).equal(seen(order, '/order_number'), valueAt(portal, '/order_number'))
    expect(rules.status).equal(seen(order, '/status/code'), valueAt(portal, '/status/code'))
    expect(rules.fee).equal(seen(order, '/fees/appraisal_fee'), fee)
  },
})
