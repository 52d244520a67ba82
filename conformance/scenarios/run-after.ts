// Runs after another scenario that uses the same webhook, however that one ended.
import type { Scenario, StepContext } from '../kit/context.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'

/** Retries that fall due while another scenario has delivery switched off could be dropped, so scenarios take turns. */
export const runAfter = async <T>(context: StepContext, scenario: Scenario<T>): Promise<void> => {
  try {
    await context.shared(scenario)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
}
