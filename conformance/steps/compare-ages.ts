// Whether items run by their age, and those of one age by their id.
import { falling, only } from '../evidence/expected.ts'
import { instantKey } from '../generate/instant-key.ts'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { notTested } from '../evidence/inconclusive.ts'

/** An item and its age in the target's own words: null where it has none. */
export type Aged = { id: string; at: string | null }

// Two that differ in the last digit of their fraction are not of one age.
const key = ({ at }: Aged): string | null => (at === null ? null : instantKey(at))

const descends = (items: readonly Aged[]): boolean =>
  items.map(key).every((at, index, keys) => {
    const before = index === 0 ? at : keys[index - 1]!
    return at !== null && before !== null && before >= at
  })

export const compareNewestFirst = (
  { expect }: CheckContext,
  rule: string,
  items: readonly Aged[],
  ...pages: Answered[]
): void => {
  const shown = items.map(({ at }) => at)
  expect(rule).that(computedFrom(shown, ...pages), () => descends(items), falling)
}

/** The age that a value says, if it is a time. */
export const ageOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null

/** In which direction the ids run among neighbours of one age. */
export const tiesIn = (items: readonly Aged[]): ('ascending' | 'descending')[] =>
  items.flatMap((item, index) => {
    const before = items[index - 1]
    if (!before || item.at === null || key(before) !== key(item) || before.id === item.id) return []
    return [before.id < item.id ? 'ascending' : 'descending'] as const
  })

/** @throws Inconclusive when no two neighbours in any of the lists have the same age. */
export const compareTies = (
  { expect, recordReading }: CheckContext,
  rule: string,
  lists: readonly (readonly Aged[])[],
  ...pages: Answered[]
): void => {
  const directions = lists.flatMap((items) => tiesIn(items))
  const [first] = directions
  if (first === undefined) throw notTested('not-of-one-instant')
  const same = expect(rule).that(
    computedFrom(directions, ...pages),
    () => directions.every((direction) => direction === first),
    only(first),
  )
  if (same) recordReading('list.tie-break', first, ...pages)
}
