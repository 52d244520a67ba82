// The walks of the deterministic plan: the cheapest that make every transition, or every pair of transitions.
import { createChance } from './chance.ts'
import { pairId, type Graph, type Transition } from './graph.ts'
import { pathBetween } from './shortest.ts'
import { inspectionWalks, type Arc } from './route-inspection.ts'
import { withRevealingPairs } from './revealing-pairs.ts'

export type Goal = 'transitions' | 'pairs'

const start = 'start'
const place = (name: string): string => (name === '' ? start : name)

/** Holding or cancelling an order just resumed waits until it is seen at rest, which costs a read. */
const costOf = (first: Transition | null, second: Transition): number =>
  first?.key === 'resume' && (second.key === 'hold' || second.key === 'cancel') ? 2 : 1

const transitionArcs = ({ transitions }: Graph): Arc[] =>
  transitions
    .map(({ id, from, to }) => ({ from: place(from), to: `${id}@`, cost: 1, required: true, end: place(to) }))
    .flatMap(({ end, ...arc }) => [arc, { from: arc.to, to: end, cost: 0, required: true }])

const pairArcs = ({ transitions }: Graph): Arc[] => [
  ...transitions.filter(({ from }) => from === '').map(({ id }) => ({ from: start, to: id, cost: 1, required: true })),
  ...transitions.flatMap((first) =>
    transitions
      .filter((second) => second.from === first.to)
      .map((second) => ({ from: first.id, to: second.id, cost: costOf(first, second), required: true })),
  ),
]

const byYield = (walks: readonly (readonly Transition[])[]): Transition[][] => {
  const seen = new Set<string>()
  const fresh = (walk: readonly Transition[]): number =>
    walk.filter(({ id }, i) => !seen.has(id) || (i > 0 && !seen.has(pairId(walk[i - 1]!.id, id)))).length
  const left = [...walks]
  const ordered: Transition[][] = []
  while (left.length > 0) {
    const rates = left.map((walk) => fresh(walk) / (walk.length + 1))
    const [best] = left.splice(rates.indexOf(Math.max(...rates)), 1)
    ordered.push([...best!])
    best!.forEach(({ id }, i) => {
      seen.add(id)
      if (i > 0) seen.add(pairId(best![i - 1]!.id, id))
    })
  }
  return ordered
}

/** A failure late in a long plan is expensive to minimise: none is much longer than this. */
const longest = 24

/** Cuts a long walk where a new order comes cheapest to the same place, with the last move before the cut made again. */
const cutLong = (graph: Graph, walk: Transition[]): Transition[][] => {
  if (walk.length <= longest) return [walk]
  const cuts = walk.slice(longest / 2, longest).map(({ from }, i) => {
    const path = pathBetween(graph, '', from) ?? []
    return { at: longest / 2 + i, detour: path }
  })
  const best = cuts.toSorted((a, b) => a.detour.length - b.detour.length || b.at - a.at)[0]!
  return [walk.slice(0, best.at + 1), ...cutLong(graph, [...best.detour, ...walk.slice(best.at)])]
}

/** Lists of transitions, each beginning with a creation; what covers most for its requests comes first. */
export const goalWalks = (graph: Graph, goal: Goal, seed: number): Transition[][] => {
  const byId = new Map(graph.transitions.map((transition) => [transition.id, transition]))
  const arcs = goal === 'pairs' ? pairArcs(graph) : transitionArcs(graph)
  const walks = inspectionWalks(arcs, start, createChance(seed)).map((walk) =>
    walk.flatMap((node) => byId.get(goal === 'pairs' ? node : node.replace(/@$/, '')) ?? []),
  )
  const cut = walks.flatMap((walk) => cutLong(graph, walk))
  // Walks of every pair have the revealing ones among them.
  return byYield(goal === 'pairs' ? cut : withRevealingPairs(cut, longest))
}
