// In which order a sample is looked at, so that what a run that is cut short has seen is a sample too.
import { seededRandom } from '../conformance/kit/seeded-random.ts'

export const shuffled = <T>(all: readonly T[], seed: number): T[] => {
  const random = seededRandom(seed, 'order of peers')
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Each list in its order, and at any point about the same share of each. */
export const interleaved = <T>(...lists: readonly (readonly T[])[]): T[] =>
  lists
    .flatMap((list) => list.map((one, at) => ({ one, at: (at + 0.5) / list.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** What comes before the first that is not done: what is done of the rest was done for a reason. */
export const doneOf = <T extends { id: string }>(order: readonly T[], done: ReadonlySet<string>): T[] => {
  const end = order.findIndex(({ id }) => !done.has(id))
  return end < 0 ? [...order] : order.slice(0, end)
}
