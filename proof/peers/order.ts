// In which order a sample is looked at, so that what a run that is cut short has seen is a sample too.
import { seededRandom } from '../../conformance/kit/seeded-random.ts'

/** Where one stands does not depend on what else there is, so that a run goes on as it began when others leave the sample. */
export const shuffled = <T extends { id: string }>(all: readonly T[], seed: number): T[] =>
  all
    .map((one) => ({ one, at: seededRandom(seed, `order of peers ${one.id}`)() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

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
