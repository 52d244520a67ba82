// One at a time by name: what changes an order across an await runs alone on that order.

export type Locks = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Whether work under this name is under way. */
  isHeld(name: string): boolean
  /** Resolves when no work is under way, or when it has waited for as much as there may be. */
  idle(): Promise<void>
}

/** So often does `idle` look: under a load that never ends it goes on. */
const mostLooks = 1000

export const createLocks = (): Locks => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    isHeld: (name) => tails.has(name),
    idle: async () => {
      for (let looks = 0; tails.size > 0 && looks < mostLooks; looks += 1) await Promise.race(tails.values())
    },
    run: async (name, work) => {
      const before = tails.get(name) ?? Promise.resolve()
      const mine = before.then(work, work)
      const tail = mine.then(
        () => undefined,
        () => undefined,
      )
      tails.set(name, tail)
      try {
        return await mine
      } finally {
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}
