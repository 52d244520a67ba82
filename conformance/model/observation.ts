// What one answer comes to: accepted, refused or a contradiction, with its claims and the order as it must be now.
import type { Assertion } from '../evidence/assertion.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import type { OrderModel } from './order-model.ts'
import type { Outcome } from './outcome.ts'

/** What the target answered; `body` is the parsed JSON, null for none. */
export type Answer = { status: number; body: unknown }

/** One more look decides which claims hold: those if the order had moved, or those if the answer misnamed its status. */
export type Doubt = { permitted: StatusCode[]; ifMoved: Assertion[]; ifNot: Assertion[] }

/**
 * Events in the feed that would show that the order moved on its own, which a freedom permits; before the event of the
 * action itself, where the answer shows the status before it.
 */
export type Excuse = { freedom: string; statuses: StatusCode[]; before?: string }

export type Observation = {
  /** `inconclusive`: 429 or 503, after which the step is repeated. */
  outcome: 'accepted' | 'refused' | 'contradiction' | 'inconclusive'
  next: OrderModel | null
  claims: Assertion[]
  readings: { freedom: string; reading: string }[]
  /** The outcomes that remain; their events are expected. */
  taken: Outcome[]
  /** The status the answer showed, and the one the action found the order in, where they are known. */
  seen: StatusCode | null
  from: StatusCode | null
  doubt: Doubt | null
  excuse: Excuse | null
  /** Whether all could be well had the company placed the order it had under review: the feed would show. */
  ifPlaced: boolean
}

export const blank: Omit<Observation, 'outcome' | 'next'> = {
  claims: [],
  readings: [],
  taken: [],
  seen: null,
  from: null,
  doubt: null,
  excuse: null,
  ifPlaced: false,
}
