// Whether items run by their age, and those of one age by their id.
import type { CheckContext } from '../run/context.ts'
import { derived } from '../run/seen.ts'
import type { Answered } from '../target/exchange.ts'
import { notTested } from '../target/unjudged.ts'

export type Aged = { id: string; at: number }

const descends = (items: readonly Aged[]): boolean =>
  items.every(({ at }, index) => index === 0 || items[index - 1]!.at >= at)

export const compareNewestFirst = (
  { expect }: CheckContext,
  rule: string,
  items: readonly Aged[],
  ...pages: Answered[]
): void => {
  const shown = items.map(({ at }) => (Number.isNaN(at) ? null : new Date(at).toISOString()))
  expect(rule).that(derived(shown, ...pages), () => descends(items), 'falling created_at')
}

/** Which way the ids run among neighbours of one age. */
export const tiesIn = (items: readonly Aged[]): ('ascending' | 'descending')[] =>
  items.flatMap((item, index) => {
    const before = items[index - 1]
    if (before?.at !== item.at || before.id === item.id) return []
    return [before.id < item.id ? 'ascending' : 'descending'] as const
  })

/** @throws Unjudged when no two neighbours in any of the lists have the same age. */
export const compareTies = (
  { expect, observe }: CheckContext,
  rule: string,
  lists: readonly (readonly Aged[])[],
  ...pages: Answered[]
): void => {
  const ways = lists.flatMap((items) => tiesIn(items))
  const [first] = ways
  if (first === undefined) throw notTested('no two of them were created at the same instant')
  const same = expect(rule).that(
    derived(ways, ...pages),
    () => ways.every((way) => way === first),
    'one direction throughout',
  )
  if (same) observe('list.tie-break', first, ...pages)
}
