// Goes after another journey that uses the same webhook, whether that one came to its end or not.
import type { Journey, StepContext } from '../kit/context.ts'
import { Unjudged } from '../evidence/unjudged.ts'

/** Retries that fall due while another journey has delivery switched off could be dropped, so journeys take turns. */
export const afterwards = async <T>(context: StepContext, journey: Journey<T>): Promise<void> => {
  try {
    await context.shared(journey)
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error
  }
}
