// A purchase price of three decimal places is refused, or comes back with two: it is never kept as sent.
import { matching, oneOf } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { abilities } from '../../generate/product-abilities.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { check } from '../../kit/check.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { create } from '../../steps/place-order.ts'
import { succeeded } from '../../steps/read.ts'

const rule = 'conventions.money-has-exactly-two-decimals'

const twoPlaces = /^-?\d+\.\d{2}$/

export default check({
  id: 'create.price-of-three-decimals-is-not-kept',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, shared } = context
    const { coverage, ground } = await shared(orderInputs)
    const [product] = coverage.having.purchase
    if (!product) throw notTested(reason('no-product-that', { asks: [abilities.purchase.asks] }))
    const valid = validOrder(product, { ...ground, marker: marker(), purpose: 'purchase' })
    const answer = await create(context, { ...valid, loan: { ...valid.loan, purchase_price: '412500.125' } })
    const { status } = answer.response
    if (succeeded(answer))
      expect(rule).that(
        seen(answer, '/loan/purchase_price'),
        (price) => typeof price === 'string' && twoPlaces.test(price),
        matching(twoPlaces),
      )
    else
      expect(rule).that(computedFrom({ status }, answer), () => status === 400 || status === 422, {
        status: oneOf([400, 422]),
      })
  },
})
