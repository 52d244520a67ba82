// Shorter plans that may show the same failure, each the shortest for one hypothesis about what the failure depends on.
import type { Graph } from './graph.ts'
import { isRefuted, type KnownRuns } from './known-runs.ts'
import type { Move } from './move-sequence.ts'
import { pathBetween } from './shortest.ts'

const movesBetween = (graph: Graph, from: string, to: string): Move[] | null =>
  pathBetween(graph, from, to)?.map(({ from, key, to, action }) => ({ id: `${from} ${key}`, from, to, action })) ?? null

/** The shortest sequence with these moves in this order. */
export const lifeWith = (graph: Graph, moves: readonly Move[]): Move[] | null => {
  const sequence: Move[] = []
  let place = ''
  for (const move of moves) {
    const path = movesBetween(graph, place, move.from)
    if (path === null) return null
    sequence.push(...path, move)
    place = move.to
  }
  return sequence
}

const distinct = (moves: readonly Move[]): Move[] => [...new Map(moves.map((move) => [move.id, move])).values()]

const isAdjacent = (first: Move, second: Move): boolean => first.to === second.from

/** Whether the move is one that the contract grants; refusals and companions are not, and seldom the cause. */
export const isMove = (graph: Graph, move: Move): boolean =>
  graph.transitions.some(({ from, key }) => move.id === `${from} ${key}`)

/** The moves before the last of which the failure may be a late consequence, as no passed plan shows otherwise. */
export const culpritsIn = (sequence: readonly Move[], known: KnownRuns): Move[] => {
  const last = sequence.at(-1)!
  return distinct(sequence.slice(1, -1)).filter((move) => !isRefuted(known, [move], last.id, false))
}

/** The same move on an order held sooner, as what it was held from seldom matters. */
const heldSooner = (graph: Graph, move: Move): Move[] | null => {
  if (!move.from.startsWith('on_hold<')) return null
  const [from] = [...graph.places.keys()].filter((place) => place.startsWith('on_hold<'))
  return from === undefined || from === move.from
    ? null
    : lifeWith(graph, [{ ...move, from, id: move.id.replace(move.from, from) }])
}

/** The last move alone, then right after the one before it. */
export const simpleCandidates = (graph: Graph, sequence: readonly Move[], known: KnownRuns): Move[][] => {
  const last = sequence.at(-1)!
  const previous = sequence.at(-2)
  const alone = isRefuted(known, [], last.id, false) ? null : lifeWith(graph, [last])
  const adjacent =
    previous && isAdjacent(previous, last) && !isRefuted(known, [previous], last.id, true)
      ? lifeWith(graph, [previous, last])
      : null
  const sooner = alone && heldSooner(graph, last)
  return [sooner, alone, adjacent].filter((guess) => guess !== null)
}

/** After two earlier moves, or one earlier move and right after the one before; the shortest first. */
export const doubleCandidates = (graph: Graph, sequence: readonly Move[], known: KnownRuns): Move[][] => {
  const last = sequence.at(-1)!
  const previous = sequence.at(-2)
  const earlier = distinct(sequence.slice(1, -1)).filter((move) => isMove(graph, move))
  const after = (milestones: Move[], atOnce: boolean): Move[][] => {
    if (isRefuted(known, milestones, last.id, atOnce)) return []
    const guess = lifeWith(graph, [...milestones, last])
    return guess && guess.length < sequence.length ? [guess] : []
  }
  const adjacent =
    previous && isAdjacent(previous, last) ? earlier.flatMap((move) => after([move, previous], true)) : []
  const apart = earlier.flatMap((second, i) => earlier.slice(0, i).flatMap((first) => after([first, second], false)))
  return [...adjacent, ...apart].toSorted((a, b) => a.length - b.length)
}
