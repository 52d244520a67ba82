// A lender at another company finds none of our orders: 404 whatever it asks, and nothing in its lists or feed.
import { expectIsolated, isolationRules } from '../../scenarios/isolation.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.resource-of-another-company-is-404'

/** Of what is shown, and of what is written, where another lender of the same company has been asked for all: a lender is of one company. */
const operations = ['getOrder', 'listMessages', 'getDocument', 'sendMessage', 'holdOrder']

export default check({
  id: 'auth.another-company-reaches-nothing',
  verifies: [rule, ...Object.values(isolationRules)],
  needs: ['orders', 'role:other_company'],
  run: (context) =>
    expectIsolated(context, { role: 'other_company', rule, ...(context.has('other_lender') && { operations }) }),
})
