// Two credentials of one lender account list the same orders, whichever of them placed one.
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { foreignOrders, idOf } from '../../scenarios/foreign-orders.ts'
import { entriesAt, refusedBy } from '../../steps/read.ts'
import type { Role } from '../../evidence/roles.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const whole = 'list.orders-cover-the-whole-account'

export default check({
  id: 'list.holds-orders-of-each-credential',
  verifies: [whole],
  needs: ['orders', 'sandbox', 'role:main_second'],
  async run({ client, expect, eventually, patience, shared }) {
    const { placed, others } = await shared(foreignOrders)
    const second = idOf(others.main_second)
    if (second === null) throw blocked(refusedBy(others.main_second!), others.main_second!)
    const pairs: [id: string, lister: Role][] = [
      [second, 'main'],
      [placed.id, 'main_second'],
    ]
    for (const [id, lister] of pairs) {
      const list = await eventually(
        () => client.call('listOrders', { query: { per_page: limits().per_page_max }, role: lister }),
        (page) => entriesAt(page, '/data').some((item) => item['id'] === id),
        patience.state,
      )
      const ids = entriesAt(list, '/data').map((item) => item['id'])
      expect(whole).that(computedFrom(ids, list), () => ids.includes(id), includes(id))
    }
  },
})
