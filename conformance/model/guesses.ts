// Shorter lives that may show the same failure, each the shortest for one guess at what the failure depends on.
import type { Graph } from './graph.ts'
import { isRefuted, type KnownLives } from './known-lives.ts'
import type { Deed } from './life.ts'
import { wayBetween } from './shortest.ts'

const deedsBetween = (graph: Graph, from: string, to: string): Deed[] | null =>
  wayBetween(graph, from, to)?.map(({ from, key, to, action }) => ({ id: `${from} ${key}`, from, to, action })) ?? null

/** The shortest life that does these deeds in this order. */
const lifeWith = (graph: Graph, deeds: readonly Deed[]): Deed[] | null => {
  const life: Deed[] = []
  let place = ''
  for (const deed of deeds) {
    const way = deedsBetween(graph, place, deed.from)
    if (way === null) return null
    life.push(...way, deed)
    place = deed.to
  }
  return life
}

const distinct = (deeds: readonly Deed[]): Deed[] => [...new Map(deeds.map((deed) => [deed.id, deed])).values()]

type Guess = { milestones: Deed[]; atOnce: boolean }

const isAdjacent = (first: Deed, second: Deed): boolean => first.to === second.from

/**
 * The guesses: the last deed alone; right after the one before it; some time after one earlier deed; after one earlier
 * deed and right after the one before; after two earlier deeds. Those that a passed life refutes are left out.
 */
export const guessLives = (graph: Graph, life: readonly Deed[], known: KnownLives): Deed[][] => {
  const last = life.at(-1)!
  const before = life.slice(0, -1)
  const previous = before.at(-1)
  const earlier = distinct(before.slice(1).toReversed())
  const rounds: Guess[][] = [
    [{ milestones: [], atOnce: false }],
    [
      ...(previous ? [{ milestones: [previous], atOnce: true }] : []),
      ...earlier.map((deed) => ({ milestones: [deed], atOnce: false })),
    ],
    [
      ...(previous ? earlier.map((deed) => ({ milestones: [deed, previous], atOnce: true })) : []),
      ...earlier.flatMap((second, i) =>
        earlier.slice(i + 1).map((first) => ({ milestones: [first, second], atOnce: false })),
      ),
    ],
  ]
  return rounds.flatMap((round) =>
    round
      .filter(({ milestones, atOnce }) => !atOnce || isAdjacent(milestones.at(-1)!, last))
      .filter(({ milestones, atOnce }) => !isRefuted(known, milestones, last.id, atOnce))
      .flatMap(({ milestones }) => {
        const guess = lifeWith(graph, [...milestones, last])
        return guess && guess.length < life.length ? [guess] : []
      })
      .toSorted((a, b) => a.length - b.length),
  )
}
