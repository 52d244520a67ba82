// Domain time as users of a simulator meet it, as plain types: its modes, what is due, what a move brought.

export type SimulatorClock =
  /** Domain time is the time of this machine. The default. */
  | { mode: 'real' }
  /** `rate` domain seconds pass in a second. */
  | { mode: 'accelerated'; rate: number }
  /** Domain time stands still until `advance`. */
  | { mode: 'manual' }

/** One thing that fell due while domain time moved; `at` is an RFC 3339 timestamp of domain time. */
export type Fired = { at: string; what: string; subject: string; outcome?: string }

/** What runs on the domain clock. */
export type DueKind =
  | 'delivery_attempt'
  | 'delivery_given_up'
  | 'persona_step'
  /** The end of `off_hold` or `reactivated`. */
  | 'order_settles'
  /** What the company of the readings in force does on its own: it places, answers, moves, adds a file. */
  | 'company_act'
  | 'sandbox_cleared'
  | 'other'

/** One thing that will run at an instant of domain time, an RFC 3339 timestamp, unless something else comes first. */
export type Due = { at: string; kind: DueKind; what: string; order_id: string | null; event_id: string | null }

/** The most that `advanceUntilIdle` does: seconds of domain time (31,536,000, a year, when left out), and things run (10,000). */
export type MoveBounds = { max_seconds?: number; max_fired?: number }

export type Moved = {
  /** Domain time after the move, an RFC 3339 timestamp. */
  now: string
  /** In the order in which they fell due. */
  fired: Fired[]
  /** Nothing is due any more, however far the clock goes. */
  idle: boolean
  next_due_at: string | null
  /** The bound that ended the move before all was idle; null when none did. */
  bounded_by: 'max_seconds' | 'max_fired' | null
}

/** An instant of domain time: a `Date`, an RFC 3339 timestamp or epoch milliseconds. */
export type Instant = Date | string | number

export type SimulatorTime = {
  readonly mode: SimulatorClock['mode']
  /** Whether domain time stands still until `unfreeze`, whatever the mode. */
  readonly frozen: boolean
  /** Domain time in epoch milliseconds. */
  now(): number
  /** Domain time stands still: only what is due already runs, and every advance moves as always. */
  freeze(): void
  /** Goes on from the instant that it shows. */
  unfreeze(): void
  /** What will run as far as it is known now, soonest first: what runs may bring more. Nothing moves. */
  due(until?: Instant): Due[]
  /** Moves forward to an instant and resolves when all that fell due has run. */
  advanceTo(instant: Instant): Promise<Fired[]>
  /** Moves to the soonest instant at which something is due, and stays there; nothing moves where nothing is due. */
  advanceToNextDue(): Promise<Moved>
  /** Moves on until nothing is due any more; `bounded_by` says so where it ended before. */
  advanceUntilIdle(bounds?: MoveBounds): Promise<Moved>
}
