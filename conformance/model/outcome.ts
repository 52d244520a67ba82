// One permitted outcome of an action: its answer, the next status of the order, the events it raises.
import { union, type OrderModel } from './order-model.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** How a refusal looks; null where the contract leaves that part open. */
export type Refusal = {
  statuses: number[]
  code: string | null
  /** Whether a top-level `current_status` is owed; where it is given it must be right. */
  currentStatus: boolean
  detail: 'current-status' | 'requested-status' | null
}

export type EventPattern = {
  type: string
  /** Codes that `data.status.code` may have. */
  status?: StatusCode[]
  /** The status in which the order was, of a move that was refused there. */
  from?: StatusCode
  revision?: boolean
  /** Of the revision request that it reports. */
  kind?: string
  /** A message that the lender wrote, by its recipient. */
  own?: true
  rules: string[]
  /** May come more often. */
  repeats?: true
  /** May have come at any time since the delivery before. */
  early?: true
}

/** `must` comes once, `may` is left to a freedom, `never` names what a refusal would wrongly raise. */
export type ExpectedEvents = { must: EventPattern[]; may: EventPattern[]; never: EventPattern[] }

export type Outcome = {
  answer: 'accepted' | 'refused'
  /** The status, among those the order may have, for which this outcome is permitted. */
  from: StatusCode | null
  /** The freedom that permits it beside another outcome; null where the contract decides. */
  freedom: string | null
  reading: string | null
  refusal: Refusal | null
  next: OrderModel
  events: ExpectedEvents
  /** Rules that the outcome shows. */
  rules: readonly string[]
}

export const noEvents: ExpectedEvents = { must: [], may: [], never: [] }

/** What was open before and is now one thing or the other: the union of what the remaining outcomes leave. */
export const mergeOutcomes = (outcomes: readonly Outcome[]): OrderModel => {
  const models = outcomes.map(({ next }) => next)
  return {
    ...models[0]!,
    status: union(...models.map(({ status }) => status)),
    previous: union(...models.map(({ previous }) => previous)),
    owed: union(...models.map(({ owed }) => owed)),
  }
}
