// The shortest way from one place of the graph to another.
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
