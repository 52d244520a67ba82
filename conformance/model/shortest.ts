// The shortest way on the model to make given moves one after another, whatever must come between.
import type { Graph, Transition } from './graph.ts'

/** The fewest transitions from one place to another; null where there is no way. */
export const pathBetween = (graph: Graph, from: string, to: string): Transition[] | null => {
  const cameBy = new Map<string, Transition | null>([[from, null]])
  for (const place of cameBy.keys()) {
    if (place === to) break
    for (const transition of graph.transitions) {
      if (transition.from === place && !cameBy.has(transition.to)) cameBy.set(transition.to, transition)
    }
  }
  if (!cameBy.has(to)) return null
  const path: Transition[] = []
  for (let step = cameBy.get(to); step; step = cameBy.get(step.from)) path.unshift(step)
  return path
}

/** The shortest life of an order that makes these transitions in this order and ends at `end`. */
export const pathThrough = (graph: Graph, milestones: readonly Transition[], end: string): Transition[] | null => {
  const path: Transition[] = []
  let place = ''
  for (const milestone of milestones) {
    const part = pathBetween(graph, place, milestone.from)
    if (part === null) return null
    path.push(...part, milestone)
    place = milestone.to
  }
  const last = pathBetween(graph, place, end)
  return last === null ? null : [...path, ...last]
}
