// A small seeded source of chance, so that a seed gives the same plans on every machine.

/** An integer from 0 to `below` - 1. */
export type Chance = (below: number) => number

/** Whole numbers from 0 up to, but not including, 2 to the 32nd. */
export const createNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

export const createChance = (seed: number): Chance => {
  const next = createNumbers(seed)
  return (below) => next() % below
}

/** The position of a weight drawn in proportion; weights are not negative and not all zero. */
export const draw = (chance: Chance, weights: readonly number[]): number => {
  const scaled = weights.map((weight) => Math.round(weight * 1000))
  let left = chance(
    Math.max(
      1,
      scaled.reduce((sum, weight) => sum + weight, 0),
    ),
  )
  const index = scaled.findIndex((weight) => (left -= weight) < 0)
  return index < 0 ? weights.length - 1 : index
}
