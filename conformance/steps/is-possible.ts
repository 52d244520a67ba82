// What the company of a target does when it is asked to and can, since one may be less free than another.
import { Inconclusive } from '../evidence/inconclusive.ts'

/** Whether the company could do it. */
export const isPossible = (move: Promise<unknown>): Promise<boolean> =>
  move.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Inconclusive) return false
      throw error
    },
  )
