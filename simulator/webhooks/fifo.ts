// A queue of which thousands may wait: the first of an array would move all others.

export type Fifo<T> = {
  readonly isEmpty: boolean
  push(one: T): void
  /** The one that waits the longest. */
  take(): T | undefined
}

export function createFifo<T>(): Fifo<T> {
  let kept: (T | undefined)[] = []
  let first = 0
  return {
    get isEmpty() {
      return first === kept.length
    },
    push: (one) => void kept.push(one),
    take() {
      const one = kept[first]
      kept[first] = undefined
      first = Math.min(first + 1, kept.length)
      if (first * 2 >= kept.length) {
        kept = kept.slice(first)
        first = 0
      }
      return one
    },
  }
}
