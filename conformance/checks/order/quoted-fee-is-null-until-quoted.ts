// The fee of an order is null while its product or one of its add-ons awaits the company's quote, and then is the quote.
import { companyCatalog } from '../../scenarios/company-catalog.ts'
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { passTime } from '../../steps/pass-time.ts'
import { readOrder } from '../../steps/order-state.ts'
import { fieldAt, textAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const byProduct = 'order.appraisal-fee-is-null-while-the-product-is-quoted'
const byAddOn = 'order.appraisal-fee-is-null-while-an-add-on-is-quoted'
const quoted = 'order.appraisal-fee-appears-once-quoted'
const moves = 'order.updated-at-moves-with-the-fee'
const quote = '812.40'

export default check({
  id: 'order.quoted-fee-is-null-until-quoted',
  verifies: [byProduct, byAddOn, quoted, moves],
  needs: ['orders', 'control'],
  async run(context) {
    const { control, shared, expect, eventually, patience } = context
    const { products } = await shared(companyCatalog)
    let waiting: Answered | null = null
    for (const { order, answer, looks } of acceptedOf(await shared(coveringOrdersPlaced))) {
      const product = products.find(({ code }) => code === order.product.code)
      const addOns = (product?.add_ons ?? []).filter(({ code }) => order.request.add_on_codes?.includes(code))
      const rules = [
        ...(product?.fee === null ? [byProduct] : []),
        ...(addOns.some(({ fee }) => fee === null) ? [byAddOn] : []),
      ]
      if (rules.length === 0) continue
      waiting ??= answer
      for (const shown of looks) expect(rules).equal(seen(shown, '/fees/appraisal_fee'), null)
    }
    if (waiting === null) throw notTested('no-quoted-product')
    const id = textAt(waiting, '/id')
    // So that the time of the change is another than that of the creation.
    await passTime(context, 2)
    await control!.ask('POST', `/orders/${id}/fee`, { appraisal_fee: quote, reason: 'as quoted' })
    const after = await eventually(
      () => readOrder(context, id),
      (order) => fieldAt(order, '/fees/appraisal_fee') !== null,
      patience.state,
    )
    expect(quoted).equal(seen(after, '/fees/appraisal_fee'), quote)
    const updatedAt = '/dates/updated_at'
    expect(moves).that(
      { ...seen(after, updatedAt), requests: [waiting.id, after.id] },
      (at) => Date.parse(String(at)) > Date.parse(String(fieldAt(waiting, updatedAt))),
      `after ${String(fieldAt(waiting, updatedAt))}`,
    )
    throw notTested('no-quoted-fee-of-kind')
  },
})
