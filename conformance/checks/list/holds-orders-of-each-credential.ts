// Two credentials of one lender account list the same orders, whichever of them placed one.
import { includes } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, requireSuccess, textAt } from '../../steps/read.ts'
import type { Role } from '../../evidence/roles.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const whole = 'list.orders-cover-the-whole-account'

export default check({
  id: 'list.holds-orders-of-each-credential',
  verifies: [whole],
  needs: ['orders', 'role:main_second'],
  async run(context) {
    const { client, expect, eventually, patience } = context
    const pairs: [placer: Role, lister: Role][] = [
      ['main_second', 'main'],
      ['main', 'main_second'],
    ]
    for (const [placer, lister] of pairs) {
      const body = orderBody(context, await pickProduct(context))
      const id = textAt(requireSuccess(await create(context, body, { role: placer })), '/id')
      const list = await eventually(
        () => client.call('listOrders', { query: { per_page: limits().per_page_max }, role: lister }),
        (page) => entriesAt(page, '/data').some((item) => item['id'] === id),
        patience.state,
      )
      const ids = entriesAt(list, '/data').map((item) => item['id'])
      expect(whole).that(derived(ids, list), () => ids.includes(id), includes(id))
    }
  },
})
