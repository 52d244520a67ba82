// When this process was kept from its work, and for how long. Each stall counts for what was under way beside it, and for nothing else.

/** How often the process is looked at. */
export const resolutionMs = 50

/** No sender waits this long for an answer, so that nothing under way began before. */
export const keptMs = 120_000

export type Stalls = {
  /** Of those that ended at that time or later. */
  longestSince(from: number): number
  close(): void
}

/** By a clock that nobody sets. */
export const watchStalls = (now = (): number => performance.now()): Stalls & { look(): void } => {
  let stalls: { until: number; ms: number }[] = []
  let last = now()
  const look = (): void => {
    const at = now()
    const ms = at - last - resolutionMs
    if (ms > resolutionMs) stalls = [...stalls.filter(({ until }) => until > at - keptMs), { until: at, ms }]
    last = at
  }
  // Who only waits is to come to an end.
  const timer = setInterval(look, resolutionMs).unref()
  return {
    look,
    longestSince(from) {
      look()
      return Math.max(0, ...stalls.filter(({ until }) => until >= from).map(({ ms }) => ms))
    },
    close: () => clearInterval(timer),
  }
}
