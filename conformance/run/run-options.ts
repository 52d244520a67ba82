// What a run is asked for.
import type { Gating } from '../gate/rule-set.ts'
import type { StartReference } from '../causes/fewest-calls.ts'
import type { Check } from '../kit/check.ts'
import type { Costs } from './costs.ts'
import type { Shard } from './shard.ts'

export type RunOptions = {
  checks: readonly Check[]
  /** Checks that exist and were not asked for: their rules are not tested, and the report says why. */
  unasked: readonly Check[]
  /** About this many requests at most; absent for no limit. */
  budget?: number | undefined
  /** Instead of the measured ones. */
  costs?: Costs
  /** Whether findings are shortened and rerun; they are by default. */
  rerun?: boolean
  /** Starts a server that keeps the contract, by which findings of checks are shortened. */
  reference?: StartReference | undefined
  /** Whether the checks come in an order drawn from the seed. */
  shuffled?: boolean
  allowOrders: boolean
  /** The share of the rules, of those that apply, that must be judged; from 0 to 1. */
  require: number
  /** Whether the findings are put down to causes and every rule gets its verdict; both are by default. */
  conclusions?: boolean
  /** The rules and checks that decide the exit code; all of them by default. */
  gating?: Gating
  /** The part of a run that this is, where several machines share it. */
  shard?: Shard | undefined
  /** Where all parts may be at the target at once, only one of them has the webhook. */
  webhookElsewhere?: boolean
  /** A target of our own is stopped afterwards, so nothing is put back or cancelled there. */
  leaveAsIs: boolean
  /** How time is let pass where it is waited for; in real time by default. */
  rest?: (ms: number) => Promise<void>
  /** Aborted by a signal: the check under way is finished, the rest is not begun. */
  signal: AbortSignal
}
