// A part of a list of calls in order, without a list of its own, and where a part begins.
import type { Call } from './call.ts'

/** Some of the calls of a client, one after another, without a list of their own. */
export class CallsIn {
  readonly #calls: readonly Call[]
  readonly #from: number
  readonly #to: number

  constructor(calls: readonly Call[], from: number, to = calls.length) {
    this.#calls = calls
    this.#from = from
    this.#to = to
  }

  get length(): number {
    return Math.max(0, this.#to - this.#from)
  }

  find(fits: (call: Call) => boolean): Call | undefined {
    for (let place = this.#from; place < this.#to; place += 1) {
      const call = this.#calls[place]!
      if (fits(call)) return call
    }
    return undefined
  }

  some(fits: (call: Call) => boolean): boolean {
    return this.find(fits) !== undefined
  }

  /** Whether at least `count` of them fit. */
  hasSome(count: number, fits: (call: Call) => boolean): boolean {
    let found = 0
    return this.some((call) => fits(call) && (found += 1) >= count)
  }
}

/** Where those begin that started at this time or later. */
export const firstFrom = (calls: readonly Call[], at: number, first = 0): number => {
  let [from, to] = [first, calls.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (calls[middle]!.startedAt >= at) to = middle
    else from = middle + 1
  }
  return from
}
