// Orders that live as chance has it answer, raise events and are listed as the model of an order says, whatever came before.
import { lifecycle, serviceRules } from '../../contract/contract.ts'
import { randomLives } from '../../scenarios/random-lives.ts'
import { spokenRules } from '../../model/spoken-rules.ts'
import { tellTour } from '../../scenarios/tell-tour.ts'
import { check } from '../../kit/check.ts'

const spoken = new Set([...spokenRules(lifecycle()), 'list.order-item-agrees-with-the-order'])
const rules = serviceRules()
  .filter(({ id, unobservable }) => unobservable === undefined && spoken.has(id))
  .map(({ id }) => id)

export default check({
  id: 'random.lives-keep-the-contract',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run(context) {
    tellTour(context, await context.shared(randomLives), rules)
  },
})
