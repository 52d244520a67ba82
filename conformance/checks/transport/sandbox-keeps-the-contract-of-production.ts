// What production serves, the sandbox serves in the same way: the operations, their answers and the rate.
import { accountOf } from '../../scenarios/account-of.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { computedFrom, seenHeader } from '../../evidence/seen.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const same = 'transport.sandbox-exposes-the-same-contract'
const rate = 'limits.rate-is-the-same-in-the-sandbox'

export default check({
  id: 'transport.sandbox-keeps-the-contract-of-production',
  verifies: [same, rate],
  needs: ['orders', 'sandbox', 'role:production'],
  async run({ client, shared, expect }) {
    const production = await shared(productionWalk)
    const { answers, orders } = await shared(grandWalk)
    const account = await shared(accountOf('main'))
    const params = { order_id: unknownLike(orders.fresh) }
    const unknown = await client.call('getOrder', { params })
    for (const [operation, there] of Object.entries({ ...production.reads, getAccount: production.account })) {
      const here = operation === 'getAccount' ? account : answers[operation]!
      if (there.response.status < 300) expect(same).status(here, '2xx')
    }
    const shown = [production.unknown!, unknown].map((answer) => [answer.response.status, fieldAt(answer, '/code')])
    expect(same).equal(computedFrom(shown[1], unknown, production.unknown!), shown[0])

    for (const answer of [account, production.account]) requireSuccess(answer)
    const header = 'X-RateLimit-Limit'
    const limit = '/rate_limit/requests_per_minute'
    expect(rate).equal(
      computedFrom(seenHeader(account, header).value, account, production.account),
      seenHeader(production.account, header).value,
    )
    expect(rate).equal(
      computedFrom(fieldAt(account, limit), account, production.account),
      fieldAt(production.account, limit),
    )
  },
})
