// How a file of claims is written: checks of one scenario, each of which judges what the scenario saw.
import type { CheckContext, Scenario } from './context.ts'
import type { Check, Need } from './check.ts'

type Claim<T> = Omit<Check, 'id' | 'needs' | 'run' | 'scenario'> & {
  /** Where they are not those of the whole file. */
  needs?: readonly Need[]
  judge(seen: T, context: CheckContext): void | Promise<void>
}

/** @param byId - each claim under its id, `area.claim`; the area is that of the folder */
export const claims = <T>(
  scenario: Scenario<T>,
  needs: readonly Need[],
  byId: Readonly<Record<string, Claim<T>>>,
): Check[] =>
  Object.entries(byId).map(([id, { judge, ...claim }]) => ({
    needs,
    ...claim,
    id,
    scenario: scenario.id,
    run: async (context) => judge(await context.shared(scenario), context),
  }))
