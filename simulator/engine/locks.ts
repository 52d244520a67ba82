// One at a time by name: what changes an order across an await runs alone on that order.

export type Locks = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The same, at once where nothing is under way. */
  take<T>(name: string, work: () => T | Promise<T>): T | Promise<T>
  /** Whether work under this name is under way. */
  isHeld(name: string): boolean
  /** Resolves when no work is under way, or when it has waited for as much as there may be. */
  idle(): Promise<void>
}

/** So often does `idle` look: under a load that never ends it goes on. */
const mostLooks = 1000

export const createLocks = (): Locks => {
  const tails = new Map<string, Promise<unknown>>()
  const hold = async <T>(name: string, mine: Promise<T>): Promise<T> => {
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
  }
  return {
    isHeld: (name) => tails.has(name),
    idle: async () => {
      for (let looks = 0; tails.size > 0 && looks < mostLooks; looks += 1) await Promise.race(tails.values())
    },
    run: (name, work) => {
      const before = tails.get(name) ?? Promise.resolve()
      return hold(name, before.then(work, work))
    },
    take: (name, work) => {
      const before = tails.get(name)
      const mine = before === undefined ? work() : before.then(work, work)
      return mine instanceof Promise ? hold(name, mine) : mine
    },
  }
}
