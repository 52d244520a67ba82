// Production grants tokens to production credentials below its own base address.
import { productionWalk } from '../../scenarios/production-walk.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.production-serves-tokens-at-its-own-address'

export default check({
  id: 'auth.production-serves-its-own-tokens',
  verifies: [rule],
  needs: ['role:production'],
  async run({ shared, expect }) {
    expect(rule).status((await shared(productionWalk)).token, 200)
  },
})
