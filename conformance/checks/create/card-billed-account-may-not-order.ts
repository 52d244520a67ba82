// An account that pays each order by card is refused as not billable, and gets no order.
import { fieldsIn } from '../../evidence/parts.ts'
import { excludes } from '../../evidence/expected.ts'
import { enumerations } from '../../contract/contract.ts'
import { readCatalog } from '../../generate/catalog-product.ts'
import type { Enumerations } from '../../generate/order-ground.ts'
import { coverCatalog } from '../../generate/product-coverage.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { seen } from '../../evidence/seen.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const refused = 'create.card-billed-account-refused'
const code = 'create.card-billed-account-has-code'
const nothing = 'create.card-billed-account-creates-nothing'

export default check({
  id: 'create.card-billed-account-may-not-order',
  verifies: [refused, code, nothing],
  needs: ['orders', 'role:card_billed'],
  async run(context) {
    const { client, expect, shared, marker } = context
    const role = 'card_billed'
    const { coverage, ground } = await shared(orderInputs)
    const known = enumerations() as Enumerations
    const answer = await client.call('listOrderTypes', { role, query: { per_page: limits().per_page_max } })
    // Such an account need not be shown a catalog; then it orders from that of the main account.
    const products = entriesAt(answer, '/data')
    const own = coverCatalog(readCatalog(succeeded(answer) ? products : [], [], known), known).orderable[0]
    const reference = marker()
    const request = validOrder(own ?? coverage.orderable[0]!, { ...ground, marker: reference })
    const tried = await create(context, request, { role })
    expect(refused).status(tried, 403)
    if (tried.response.status === 403) expect(code).equal(seen(tried, '/code'), 'account_not_billable')
    const list = await client.call('listOrders', { role, query: { per_page: limits().per_page_max } })
    const isClosed = fieldAt(list, '/code') === 'account_not_billable'
    context.recordReading('account.forbidden-reads', isClosed ? 'card-billed' : 'nobody', list)
    // Such an account need not be shown its orders either; then the feed reports every one.
    const query = { type: 'order.created', per_page: limits().per_page_max }
    const shown = isClosed ? await client.call('listEvents', { role, query }) : list
    requireSuccess(shown)
    const made = entriesAt(shown, '/data').map((entry) => fieldsIn(isClosed ? entry['data'] : entry))
    expect(nothing).that(
      { ...seen(shown, '/data'), requests: [tried.id, shown.id] },
      () => !made.some(({ lender_reference }) => lender_reference === reference),
      excludes(reference),
    )
  },
})
