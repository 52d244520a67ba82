// What a deliberate defect is.
import type { Mutation } from '../../simulator/behaviour/operators/mutation.ts'

/** One rule broken as a real bug would break it. */
export type Defect = {
  id: string
  /** The rule that it breaks. */
  breaks: string
  /** One sentence on the bug. */
  bug: string
  /** Where the bug hides, when it does not show on the first plain call: a status, a history, a member, a boundary. */
  deep?: string
  /** Other rules with the same meaning, so that the bug breaks them too. */
  also?: readonly string[]
  /** Options of the simulator without which the bug cannot show. */
  options?: readonly string[]
  apply: Mutation
}
