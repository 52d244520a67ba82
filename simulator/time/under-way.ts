// How much is under way, and when all of it has ended.

type UnderWay = {
  begin(): void
  end(): void
  readonly isNone: boolean
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>
}

export function createUnderWay(): UnderWay {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    begin() {
      count += 1
    },
    end() {
      count -= 1
      if (count > 0 || waiting.length === 0) return
      const all = waiting
      waiting = []
      for (const resolve of all) resolve()
    },
    get isNone() {
      return count === 0
    },
    ended: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
