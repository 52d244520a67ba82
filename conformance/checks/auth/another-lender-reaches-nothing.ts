// Another lender of the same company finds none of our orders: 404 whatever it asks, and nothing in its lists or feed.
import { expectIsolated, isolationRules } from '../../scenarios/isolation.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.resource-of-another-account-is-404'

export default check({
  id: 'auth.another-lender-reaches-nothing',
  verifies: [rule, ...Object.values(isolationRules)],
  needs: ['orders', 'role:other_lender'],
  run: (context) => expectIsolated(context, { role: 'other_lender', rule }),
})
