// A small covering array: few rows in which every pair of levels of two factors stands together at least once.

/** A level number for each factor, undefined while it is open. */
export type PartialRow = readonly (number | undefined)[]

type Pair = readonly [factor: number, level: number, other: number, otherLevel: number]

const keyOf = ([factor, level, other, otherLevel]: Pair): string => `${factor}:${level} ${other}:${otherLevel}`

const allPairs = (levels: readonly number[]): Pair[] => {
  const pairs: Pair[] = []
  for (let factor = 0; factor < levels.length; factor += 1)
    for (let other = factor + 1; other < levels.length; other += 1)
      for (let level = 0; level < levels[factor]!; level += 1)
        for (let otherLevel = 0; otherLevel < levels[other]!; otherLevel += 1)
          pairs.push([factor, level, other, otherLevel])
  return pairs
}

/** The pairs of levels that `possible` lets stand together. */
export const possiblePairs = (levels: readonly number[], possible: (row: PartialRow) => boolean): Pair[] =>
  allPairs(levels).filter(([factor, level, other, otherLevel]) => {
    const row: (number | undefined)[] = levels.map(() => undefined)
    row[factor] = level
    row[other] = otherLevel
    return possible(row)
  })

const pairKey = (factor: number, level: number, other: number, otherLevel: number): string =>
  factor < other ? keyOf([factor, level, other, otherLevel]) : keyOf([other, otherLevel, factor, level])

/**
 * @param levels how many levels each factor has
 * @param possible whether a row can be, or can be completed to one that can; whatever it allows must be completable
 * @returns rows of level numbers that cover every possible pair, the same for the same arguments
 */
export const pairwise = (
  levels: readonly number[],
  possible: (row: PartialRow) => boolean = () => true,
): number[][] => {
  const uncovered = new Map(possiblePairs(levels, possible).map((pair) => [keyOf(pair), pair]))
  const rows: number[][] = []

  const gain = (row: PartialRow, factor: number, level: number): number => {
    let met = 0
    let open = 0
    for (let other = 0; other < levels.length; other += 1) {
      const set = row[other]
      if (other === factor) continue
      if (set !== undefined) met += uncovered.has(pairKey(factor, level, other, set)) ? 1 : 0
      else
        for (let otherLevel = 0; otherLevel < levels[other]!; otherLevel += 1)
          open += uncovered.has(pairKey(factor, level, other, otherLevel)) ? 1 : 0
    }
    return met * 1000 + open
  }

  const fill = (row: (number | undefined)[], factor: number): void => {
    const candidates = Array.from({ length: levels[factor]! }, (_, level) => level).filter((level) =>
      possible(row.with(factor, level)),
    )
    row[factor] = candidates.reduce((best, level) => (gain(row, factor, level) > gain(row, factor, best) ? level : best))
  }

  while (uncovered.size > 0) {
    const [factor, level, other, otherLevel] = uncovered.values().next().value!
    const row: (number | undefined)[] = levels.map(() => undefined)
    row[factor] = level
    row[other] = otherLevel
    for (let open = 0; open < levels.length; open += 1) if (row[open] === undefined) fill(row, open)
    const complete = row as number[]
    for (const [key, [one, oneLevel, two, twoLevel]] of uncovered)
      if (complete[one] === oneLevel && complete[two] === twoLevel) uncovered.delete(key)
    rows.push(complete)
  }
  return rows
}
