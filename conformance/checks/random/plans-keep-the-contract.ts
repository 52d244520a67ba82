// Orders that take random steps answer, raise events and are listed as the model of an order says.
import { serviceRules } from '../../contract/contract.ts'
import { randomPlanRuns } from '../../scenarios/random-plans.ts'
import { rulesOfPlans } from '../../model/rules-of-plans.ts'
import { reason } from '../../evidence/inconclusive.ts'
import { assertWalk } from '../../scenarios/assert-walk.ts'
import { check } from '../../kit/check.ts'

const judged = new Set([...rulesOfPlans(), 'list.order-item-agrees-with-the-order'])
const rules = serviceRules()
  .filter(({ id, unobservable }) => unobservable === undefined && judged.has(id))
  .map(({ id }) => id)

export default check({
  id: 'random.plans-keep-the-contract',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { budget } = context
    const missing = budget === null ? 'not-in-random-orders' : reason('not-in-random-orders-of-budget', { budget })
    assertWalk(context, await context.shared(randomPlanRuns), rules, { missing })
  },
})
