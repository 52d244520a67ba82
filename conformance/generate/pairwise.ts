// A small covering array: few rows in which every pair of levels of two factors stands together at least once.

/** A level number for each factor, undefined while it is open. */
export type PartialRow = readonly (number | undefined)[]

type Pair = readonly [factor: number, level: number, other: number, otherLevel: number]

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** The pairs of levels that `possible` lets stand together. */
export const possiblePairs = (levels: readonly number[], possible: (row: PartialRow) => boolean): Pair[] =>
  upTo(levels.length)
    .flatMap((other) =>
      upTo(other).flatMap((factor) =>
        upTo(levels[factor]!).flatMap((level) =>
          upTo(levels[other]!).map((otherLevel): Pair => [factor, level, other, otherLevel]),
        ),
      ),
    )
    .filter(([factor, level, other, otherLevel]) => {
      const open: PartialRow = levels.map(() => undefined)
      return possible(open.with(factor, level).with(other, otherLevel))
    })

// Orders of filling in that are tried for each row; the row that covers most is kept.
const tries = 12

/** Which pairs are still to be covered, by the numbers that all levels of all factors have together. */
const createLedger = (levels: readonly number[], pairs: readonly Pair[]) => {
  const first = levels.map((_, factor) => levels.slice(0, factor).reduce((sum, count) => sum + count, 0))
  const size = levels.reduce((sum, count) => sum + count, 0)
  const open = new Uint8Array(size * size)
  const place = (factor: number, level: number, other: number, otherLevel: number): number =>
    (first[factor]! + level) * size + first[other]! + otherLevel
  const set = ([factor, level, other, otherLevel]: Pair, value: 0 | 1): void => {
    open[place(factor, level, other, otherLevel)] = value
    open[place(other, otherLevel, factor, level)] = value
  }
  for (const pair of pairs) set(pair, 1)
  const isOpen = (factor: number, level: number, other: number, otherLevel: number): boolean =>
    open[place(factor, level, other, otherLevel)] === 1
  return {
    isOpen,
    close: (pair: Pair) => set(pair, 0),
    /** Open pairs with what is set count first, those that what is unset may still bring count little. */
    gain: (row: PartialRow, factor: number, level: number): number => {
      // Most of the work is here, so that it makes no lists.
      let sum = 0
      for (let other = 0; other < levels.length; other += 1) {
        if (other === factor) continue
        const there = row[other]
        if (there !== undefined) sum += isOpen(factor, level, other, there) ? 1000 : 0
        else
          for (let otherLevel = 0; otherLevel < levels[other]!; otherLevel += 1)
            if (isOpen(factor, level, other, otherLevel)) sum += 1
      }
      return sum
    },
  }
}

/**
 * @param levels how many levels each factor has
 * @param possible whether a row can be, or can be completed to one that can; whatever it allows must be completable
 * @returns rows of level numbers that cover every possible pair, the same for the same arguments
 */
export const pairwise = (
  levels: readonly number[],
  possible: (row: PartialRow) => boolean = () => true,
): number[][] => {
  const pairs = possiblePairs(levels, possible)
  const ledger = createLedger(levels, pairs)

  const complete = (start: PartialRow, order: readonly number[]): number[] =>
    order.reduce<PartialRow>((row, factor) => {
      if (row[factor] !== undefined) return row
      const able = upTo(levels[factor]!).filter((level) => possible(row.with(factor, level)))
      const best = able.reduce((best, level) =>
        ledger.gain(row, factor, level) > ledger.gain(row, factor, best) ? level : best,
      )
      return row.with(factor, best)
    }, start) as number[]

  const coveredBy = (row: readonly number[], uncovered: readonly Pair[]): Pair[] =>
    uncovered.filter(([factor, level, other, otherLevel]) => row[factor] === level && row[other] === otherLevel)

  const rows: number[][] = []
  let uncovered = pairs
  while (uncovered.length > 0) {
    const [factor, level, other, otherLevel] = uncovered[0]!
    const empty: PartialRow = levels.map(() => undefined)
    const start = empty.with(factor, level).with(other, otherLevel)
    const candidates = upTo(tries).map((turn) => {
      const shift = Math.floor((turn * levels.length) / tries)
      const row = complete(start, [...upTo(levels.length).slice(shift), ...upTo(shift)])
      return { row, covered: coveredBy(row, uncovered) }
    })
    const best = candidates.reduce((best, one) => (one.covered.length > best.covered.length ? one : best))
    for (const pair of best.covered) ledger.close(pair)
    uncovered = uncovered.filter((pair) => !best.covered.includes(pair))
    rows.push(best.row)
  }
  return rows
}
