// How far the clocks of one target may disagree: the one place that decides it.

/** Those of machines behind one address, by some seconds; the offset of a time zone is far more. */
export const clocksApartMs = 60_000

/** Those that date what is shown of one order: a second, and the one that a time may be cut to. */
export const orderClocksApartMs = 2_000
