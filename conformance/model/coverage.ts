// Counters of what a plan or a run has exercised: transitions, pairs, refused cells, histories; and their report.
import { cellId, pairId, type Graph } from './graph.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

type Counters = Map<string, number>

export type Coverage = {
  transitions: Counters
  pairs: Counters
  cells: Counters
  /** Ordered pairs of transitions of one order, with anything between. */
  histories: Counters
}

/** The transitions an order has made so far, and whether anything but a read has happened since the last of them. */
export type Trail = { moves: string[]; interrupted: boolean }

export const createTrail = (): Trail => ({ moves: [], interrupted: false })

type Share = { covered: number; of: number; missing: string[] }
export type CoverageReport = { transitions: Share; pairs: Share; cells: Share; histories: { covered: number } }

export const createCoverage = (): Coverage => ({
  transitions: new Map(),
  pairs: new Map(),
  cells: new Map(),
  histories: new Map(),
})

export const copyCoverage = (coverage: Coverage): Coverage => ({
  transitions: new Map(coverage.transitions),
  pairs: new Map(coverage.pairs),
  cells: new Map(coverage.cells),
  histories: new Map(coverage.histories),
})

const count = (counters: Counters, id: string): void => {
  counters.set(id, (counters.get(id) ?? 0) + 1)
}

export const countOf = (counters: Counters, id: string): number => counters.get(id) ?? 0

/** Counts a move of an order and appends it to the order's trail; a pair counts when nothing came between. */
export const recordMove = (coverage: Coverage, trail: Trail, transition: string): void => {
  count(coverage.transitions, transition)
  const last = trail.moves.at(-1)
  if (last !== undefined && !trail.interrupted) count(coverage.pairs, pairId(last, transition))
  for (const earlier of new Set(trail.moves)) count(coverage.histories, pairId(earlier, transition))
  trail.moves.push(transition)
  trail.interrupted = false
}

export const recordRefusal = (coverage: Coverage, status: StatusCode, key: string): void =>
  count(coverage.cells, cellId(status, key))

const share = (counters: Counters, ids: readonly string[]): Share => {
  const missing = ids.filter((id) => !counters.has(id))
  return { covered: ids.length - missing.length, of: ids.length, missing }
}

export const reportCoverage = (coverage: Coverage, graph: Graph): CoverageReport => ({
  transitions: share(
    coverage.transitions,
    graph.transitions.map(({ id }) => id),
  ),
  pairs: share(coverage.pairs, graph.pairs),
  cells: share(coverage.cells, graph.cells),
  histories: { covered: coverage.histories.size },
})
