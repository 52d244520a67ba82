// The target's clock as the run knows it: how far it is from ours, or that it stands still until it is moved.

export type TargetClock = {
  /** The target's clock less ours, in milliseconds. */
  readonly offset: number
  set(offset: number): void
  /** From now on the clock stands still until it is set again. */
  stop(): void
}

export const createTargetClock = (now: () => number = Date.now): TargetClock => {
  let offset = 0
  let stoppedAt: number | null = null
  return {
    get offset() {
      return stoppedAt === null ? offset : stoppedAt - now()
    },
    set(given) {
      offset = given
      if (stoppedAt !== null) stoppedAt = now() + given
    },
    stop() {
      stoppedAt = now() + offset
    },
  }
}
