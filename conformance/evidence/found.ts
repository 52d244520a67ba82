// Every finding of a run, in the order found: those that its record has in full, and those that it counts as one more like one of them.
import type { Finding, Unstamped } from '../../reports/run-record.ts'

export type Found = Finding & {
  /** Among those in full; of one that is only counted, that of the one which it is like. */
  position: number
  isCounted: boolean
}

type FoundList = { readonly all: readonly Found[]; add(event: Unstamped): void }

export const createFoundList = (): FoundList => {
  const all: Found[] = []
  const inFull: Finding[] = []
  return {
    all,
    add(event) {
      if (event.type === 'finding') all.push({ ...event, position: inFull.push(event) - 1, isCounted: false })
      if (event.type !== 'finding-again') return
      const { like: position, requests } = event
      all.push({ ...inFull[position]!, expected: undefined, received: undefined, requests, position, isCounted: true })
    },
  }
}

/** Of those that are there in full. */
export const positionsOf = (found: readonly Found[]): number[] =>
  found.flatMap(({ position, isCounted }) => (isCounted ? [] : [position]))
