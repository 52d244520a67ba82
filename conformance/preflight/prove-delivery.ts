// Where no specimen came though one must, the events of an order decide whether anything is delivered at all.
import type { Contexts } from '../engine/contexts.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { exampleSequence } from '../scenarios/example-sequence.ts'
import type { Subscription } from './subscription.ts'

/** `lacks` afterwards: null where an event of an order was delivered, so that specimens alone are missing. */
export const proveDelivery = async (subscription: Subscription, contexts: Contexts): Promise<void> => {
  const context = contexts.for('subscription')
  try {
    await context.shared(exampleSequence)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
  if ((context.receiver?.inbox.all.length ?? 0) > 0) subscription.lacks = null
}
