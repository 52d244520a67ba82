// What of the contract occurred in a run, and the words that the target chose where the contract leaves them open.

/** How much of a known list occurred, how often, and what did not. */
export type RecordedShare = { reached: number; of: number; seen: Record<string, number>; missing: string[] }

/** How the target answered where the contract leaves the words to it, so that a simulator can answer the same. */
export type RecordedLikeness = {
  company: string | null
  lender: string | null
  /** As the catalog shows them; `with_adu_only` names the add-ons that only a property with such a unit is offered. */
  order_types: Record<string, unknown>[]
  /** By status code. */
  status_labels: Record<string, string>
  /** The fee of a product without add-ons, by its code; null where it is quoted later. */
  fees: Record<string, string | null>
  /** Codes and words of its own, by the freedom that permits them. */
  words: Record<string, string>
}

/** What of the contract occurred in the exchanges and deliveries of a run. */
export type RecordedCoverage = {
  /** With the HTTP statuses that each was answered. */
  operations: RecordedShare & { statuses: Record<string, Record<string, number>> }
  /** Answers that the OpenAPI document declares, as `operation status`. */
  answers: RecordedShare
  /** Statuses of orders. */
  statuses: RecordedShare
  transitions: RecordedShare
  /** Transitions of one order, one right after the other. */
  pairs: RecordedShare
  /** Refusals for the order's status: `status × action`, `status × advance:to_status`. */
  illegal_cells: RecordedShare
  events_in_feed: RecordedShare
  events_delivered: RecordedShare
  specimens: RecordedShare
  error_codes: RecordedShare
}
