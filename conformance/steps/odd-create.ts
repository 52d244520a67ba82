// A create that may be taken or refused, as data.
import type { Expectation } from '../generate/expectation.ts'
import type { OrderBody } from './order-body.ts'

/** A change of a sound body; the freedom says how it may be answered. */
export type OddCreate = {
  what: string
  freedom: string
  change: (body: OrderBody) => OrderBody
  /** The reading of a success, by the order as it is shown. */
  taken: string | ((order: Shown) => string | null)
  refused?: string
  /** What an order shows that carries it, as it was sent. */
  shows?: readonly Expectation[]
  /** What an order shows that was placed all the same. */
  kept?: { rule: string; pointer: string; value: unknown }
}

type Shown = {
  loan?: { [field: string]: unknown; add_ons?: unknown[] } | null
  property?: { address?: Record<string, unknown> | null } | null
  appraiser_instructions?: unknown
  documents?: { filename?: unknown }[] | null
  parties?: { real_estate_agent?: unknown; additional_contacts?: unknown[] | null } | null
}
