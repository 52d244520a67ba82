// Shorter lives that may show the same failure, each the shortest for one guess at what the failure depends on.
import type { Graph } from './graph.ts'
import { isRefuted, type KnownLives } from './known-lives.ts'
import type { Deed } from './life.ts'
import { wayBetween } from './shortest.ts'

const deedsBetween = (graph: Graph, from: string, to: string): Deed[] | null =>
  wayBetween(graph, from, to)?.map(({ from, key, to, action }) => ({ id: `${from} ${key}`, from, to, action })) ?? null

/** The shortest life that does these deeds in this order. */
export const lifeWith = (graph: Graph, deeds: readonly Deed[]): Deed[] | null => {
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

export const distinct = (deeds: readonly Deed[]): Deed[] => [...new Map(deeds.map((deed) => [deed.id, deed])).values()]

const isAdjacent = (first: Deed, second: Deed): boolean => first.to === second.from

/** Whether the deed is a move that the contract grants; refusals and companions are not, and seldom the cause. */
export const isMove = (graph: Graph, deed: Deed): boolean =>
  graph.transitions.some(({ from, key }) => deed.id === `${from} ${key}`)

/** The deeds before the last of which the failure may be a late consequence, as no passed life says otherwise. */
export const suspectsIn = (life: readonly Deed[], known: KnownLives): Deed[] => {
  const last = life.at(-1)!
  return distinct(life.slice(1, -1)).filter((deed) => !isRefuted(known, [deed], last.id, false))
}

/** The same deed on an order held sooner, as what it was held from seldom matters. */
const heldSooner = (graph: Graph, deed: Deed): Deed[] | null => {
  if (!deed.from.startsWith('on_hold<')) return null
  const [from] = [...graph.places.keys()].filter((place) => place.startsWith('on_hold<'))
  return from === undefined || from === deed.from
    ? null
    : lifeWith(graph, [{ ...deed, from, id: deed.id.replace(deed.from, from) }])
}

/** The last deed alone, then right after the one before it. */
export const simpleGuesses = (graph: Graph, life: readonly Deed[], known: KnownLives): Deed[][] => {
  const last = life.at(-1)!
  const previous = life.at(-2)
  const alone = isRefuted(known, [], last.id, false) ? null : lifeWith(graph, [last])
  const adjacent =
    previous && isAdjacent(previous, last) && !isRefuted(known, [previous], last.id, true)
      ? lifeWith(graph, [previous, last])
      : null
  const sooner = alone && heldSooner(graph, last)
  return [sooner, alone, adjacent].filter((guess) => guess !== null)
}

/** After two earlier deeds, or one earlier deed and right after the one before; the shortest first. */
export const doubleGuesses = (graph: Graph, life: readonly Deed[], known: KnownLives): Deed[][] => {
  const last = life.at(-1)!
  const previous = life.at(-2)
  const earlier = distinct(life.slice(1, -1)).filter((deed) => isMove(graph, deed))
  const after = (milestones: Deed[], atOnce: boolean): Deed[][] => {
    if (isRefuted(known, milestones, last.id, atOnce)) return []
    const guess = lifeWith(graph, [...milestones, last])
    return guess && guess.length < life.length ? [guess] : []
  }
  const adjacent =
    previous && isAdjacent(previous, last) ? earlier.flatMap((deed) => after([deed, previous], true)) : []
  const apart = earlier.flatMap((second, i) => earlier.slice(0, i).flatMap((first) => after([first, second], false)))
  return [...adjacent, ...apart].toSorted((a, b) => a.length - b.length)
}
