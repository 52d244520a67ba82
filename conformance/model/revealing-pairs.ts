// Which pairs of moves reveal a bug most often, and walks composed of them, at no extra request.
import { pairId, type Transition } from './graph.ts'

const isRevision = ({ key }: Transition): boolean => key.startsWith('revision:')

/** A resume out of each hold, a cancel right after each resume, a request on top of another one. */
export const isRevealing = (first: Transition, second: Transition): boolean =>
  (first.key === 'hold' && second.key === 'resume') ||
  (first.key === 'resume' && second.key === 'cancel') ||
  (isRevision(first) && isRevision(second))

type Walk = readonly Transition[]
type Change = { walks: Map<number, Walk>; gone: Junction[]; made: Junction[] }
type Junction = [first: Transition | undefined, second: Transition | undefined]

const named = ([first, second]: Junction): string[] =>
  first !== undefined && second !== undefined && isRevealing(first, second) ? [pairId(first.id, second.id)] : []

/** Of two walks through one place each goes on as the other did. */
const exchanges = (walks: readonly Walk[], most: number): Change[] =>
  walks.flatMap((one, i) =>
    one.flatMap((first, a) =>
      walks.slice(i + 1).flatMap((other, k) =>
        other.flatMap((second, b): Change[] => {
          if (first.to !== second.to) return []
          const changed = [
            [...one.slice(0, a + 1), ...other.slice(b + 1)],
            [...other.slice(0, b + 1), ...one.slice(a + 1)],
          ]
          if (changed.some((walk) => walk.length > most)) return []
          return [
            {
              walks: new Map([
                [i, changed[0]!],
                [i + 1 + k, changed[1]!],
              ]),
              gone: [
                [first, one[a + 1]],
                [second, other[b + 1]],
              ],
              made: [
                [first, other[b + 1]],
                [second, one[a + 1]],
              ],
            },
          ]
        }),
      ),
    ),
  )

/** Of a walk that comes to a place three times the two ways between are taken in the other order. */
const turns = (walks: readonly Walk[]): Change[] =>
  walks.flatMap((walk, i) =>
    walk.flatMap(({ to }, a) => {
      const visits = walk.flatMap((one, at) => (at > a && one.to === to ? [at] : []))
      return visits.flatMap((b, index) =>
        visits.slice(index + 1).map((c): Change => {
          const turned = [
            ...walk.slice(0, a + 1),
            ...walk.slice(b + 1, c + 1),
            ...walk.slice(a + 1, b + 1),
            ...walk.slice(c + 1),
          ]
          return {
            walks: new Map([[i, turned]]),
            gone: [a, b, c].map((at): Junction => [walk[at], walk[at + 1]]),
            made: [
              [walk[a], walk[b + 1]],
              [walk[c], walk[a + 1]],
              [walk[b], walk[c + 1]],
            ],
          }
        }),
      )
    }),
  )

/** The same moves, so that as many pairs as possible are revealing; no walk becomes longer than `most`. */
export const withRevealingPairs = (given: readonly Walk[], most: number): Walk[] => {
  let walks = [...given]
  for (;;) {
    const counts = new Map<string, number>()
    const count = (pair: string, by: number, into: Map<string, number>): void =>
      void into.set(pair, (into.get(pair) ?? 0) + by)
    for (const walk of walks)
      for (const [at, move] of walk.entries()) for (const pair of named([move, walk[at + 1]])) count(pair, 1, counts)
    const gain = ({ gone, made }: Change): number => {
      const changes = new Map<string, number>()
      for (const pair of gone.flatMap(named)) count(pair, -1, changes)
      for (const pair of made.flatMap(named)) count(pair, 1, changes)
      return [...changes].reduce((sum, [pair, by]) => {
        const before = counts.get(pair) ?? 0
        return sum + Number(before + by > 0) - Number(before > 0)
      }, 0)
    }
    const better = [...exchanges(walks, most), ...turns(walks)].find((change) => gain(change) > 0)
    if (!better) return walks
    walks = walks.map((walk, i) => better.walks.get(i) ?? walk)
  }
}
