// The fee of an order is null while its product or one of its add-ons awaits the company's quote, and then is the quote.
import { companyCatalog } from '../../scenarios/company-catalog.ts'
import { acceptedOf, coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { seen } from '../../evidence/seen.ts'
import { readOrder } from '../../steps/order-state.ts'
import { fieldAt, textAt } from '../../steps/read.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const byProduct = 'order.appraisal-fee-is-null-while-the-product-is-quoted'
const byAddOn = 'order.appraisal-fee-is-null-while-an-add-on-is-quoted'
const quoted = 'order.appraisal-fee-appears-once-quoted'
const quote = '812.40'

export default check({
  id: 'order.quoted-fee-is-null-until-quoted',
  verifies: [byProduct, byAddOn, quoted],
  needs: ['orders', 'control'],
  async run(context) {
    const { control, shared, expect, eventually, patience } = context
    const { products } = await shared(companyCatalog)
    let waiting: string | null = null
    for (const { order, answer, looks } of acceptedOf(await shared(coveringOrdersPlaced))) {
      const product = products.find(({ code }) => code === order.product.code)
      const addOns = (product?.add_ons ?? []).filter(({ code }) => order.request.add_on_codes?.includes(code))
      const rules = [
        ...(product?.fee === null ? [byProduct] : []),
        ...(addOns.some(({ fee }) => fee === null) ? [byAddOn] : []),
      ]
      if (rules.length === 0) continue
      waiting ??= textAt(answer, '/id')
      for (const shown of looks) expect(rules).equal(seen(shown, '/fees/appraisal_fee'), null)
    }
    if (waiting === null) throw notTested('no-quoted-product')
    await control!.ask('POST', `/orders/${waiting}/fee`, { appraisal_fee: quote, reason: 'as quoted' })
    const after = await eventually(
      () => readOrder(context, waiting),
      (order) => fieldAt(order, '/fees/appraisal_fee') !== null,
      patience.state,
    )
    expect(quoted).equal(seen(after, '/fees/appraisal_fee'), quote)
    throw notTested('no-quoted-fee-of-kind')
  },
})
