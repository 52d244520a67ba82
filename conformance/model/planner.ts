// The deterministic plan: the walk, refused cells probed where a status is first met, open cells last, orders interleaved.
import { actionKey, amendableFields, cancel, readOrder, settle, type Action } from './actions.ts'
import { assume } from './assume.ts'
import { countOf, createCoverage, reportCoverage, type Coverage, type CoverageReport } from './coverage.ts'
import { buildGraph, cellId, pairId, probesAt, type Graph, type Transition } from './graph.ts'
import { interleave } from './interleave.ts'
import { isTransitional } from './tables.ts'
import type { Machine } from './machine.ts'
import { openCellWalks } from './open-cells.ts'
import { plannedRequests, type Plan } from './plan.ts'
import { pathBetween } from './shortest.ts'
import { goalWalks, type Goal } from './goal-walks.ts'
import { createWalk, take, type OrderWalk, type Surveyor } from './walk-order.ts'

type WalkOptions = {
  goal: Goal
  /** Probe every refused cell, with one read for each status as proof that nothing moved. */
  cells: boolean
  /** A message, an upload and an amendment once in each status that takes them. */
  companions: boolean
  /** Try once each cell that a freedom decides. */
  open: boolean
  /** Cancel at the end what can be cancelled. */
  cancelAtEnd: boolean
  /** Look at every resumed order until it is back in the status it had before. */
  restAfterResume: boolean
  /** Orders side by side, 3 to 5. */
  width: number
  seed: number
  /** At most N requests; walks that cover least for their cost are left out. */
  budget?: number
}

export type WalkPlan = {
  plans: Plan[]
  requests: number
  coverage: Coverage
  report: CoverageReport
  graph: Graph
}

const walkDefaults: WalkOptions = {
  goal: 'pairs',
  cells: true,
  companions: true,
  open: true,
  cancelAtEnd: false,
  restAfterResume: false,
  width: 4,
  seed: 1,
}

/** Where it comes back to is seen without the walk: every run resumes such an order and waits. */
const heldInNew = 'on_hold<new'

const companionsFor = (status: string): Action[] => {
  const values = amendableFields.filter((field) => field !== 'due_date' && field !== 'loan.number')
  const field = values[status.length % values.length]!
  return [{ do: 'message', to: 'manager' }, { do: 'upload' }, { do: 'amend', field, value: `amended in ${status}` }]
}

const pairsIn = (walk: readonly Transition[]): string[] =>
  walk.slice(1).map((second, i) => pairId(walk[i]!.id, second.id))

const createWalker = (surveyor: Surveyor, options: WalkOptions, walk: readonly Transition[][]) => {
  const undisturbed = new Map<string, number>()
  for (const pair of walk.flatMap(pairsIn)) undisturbed.set(pair, (undisturbed.get(pair) ?? 0) + 1)
  const disturb = (pair: string): void => void undisturbed.set(pair, undisturbed.get(pair)! - 1)
  const accompanied = new Set<string>()
  const { machine, coverage, graph } = surveyor
  let left = options.budget ?? Infinity

  const go = (walk: OrderWalk, action: Action): void => {
    // Two requests are the most one step can cost.
    if (left < 2) return
    const before = walk.steps.length
    take(surveyor, walk, action)
    left -= walk.steps.length - before
  }

  const accompany = (walk: OrderWalk): void => {
    const status = walk.model!.status[0]!
    if (!options.companions || accompanied.has(status) || isTransitional(machine.tables, status)) return
    accompanied.add(status)
    for (const action of companionsFor(status)) {
      if (assume(machine, walk.model, action).is === 'accepted') go(walk, action)
    }
  }

  /** A hold answers with the status before it, and some moves are taken from one status or two: nothing need be read before these. */
  const shows = ({ action, key }: Transition): boolean =>
    action.do === 'hold' ||
    (action.do === 'advance' &&
      new Set(graph.transitions.flatMap((one) => (one.key === key ? one.from : []))).size <= 2)

  const probe = (walk: OrderWalk, next: Transition | undefined): void => {
    if (!options.cells) return
    const status = walk.model!.status[0]!
    const due = probesAt(machine, walk.model!).filter(
      (action) => countOf(coverage.cells, cellId(status, actionKey(action))) === 0,
    )
    for (const action of due) go(walk, action)
    if (due.length > 0 && !(next && shows(next)) && !isTransitional(machine.tables, status)) go(walk, readOrder)
  }

  /** A resumed order is seen in the status it had before, but for one held in `new`, which is advanced on its way there. */
  const rest = (walk: OrderWalk, { from }: Transition, next: Transition | undefined): void => {
    if (!options.restAfterResume || walk.model!.status.length === 1) return
    if (from !== heldInNew || next?.action.do !== 'advance') go(walk, settle)
  }

  /** A revision request is taken where another leads to, so that one which moved nothing shows by no answer of the next. */
  const look = (walk: OrderWalk, next: Transition | undefined): void => {
    if (walk.steps.at(-1)?.do === 'revision' && next?.action.do === 'revision') go(walk, readOrder)
  }

  /** Whether something may come between two moves: their pair must come undisturbed in another place. */
  const mayDisturb = (first: Transition, second: Transition | undefined): boolean =>
    second === undefined || options.goal === 'transitions' || (undisturbed.get(pairId(first.id, second.id)) ?? 0) > 1

  const follow = (transitions: readonly Transition[]): OrderWalk => {
    const walk = createWalk()
    for (const [i, transition] of transitions.entries()) {
      go(walk, transition.action)
      if (left < 2) break
      const next = transitions[i + 1]
      if (!mayDisturb(transition, next)) continue
      const before = walk.steps.length
      accompany(walk)
      probe(walk, next)
      rest(walk, transition, next)
      look(walk, next)
      if (next && walk.steps.length > before) disturb(pairId(transition.id, next.id))
    }
    if (options.cancelAtEnd && assume(machine, walk.model, cancel).is === 'accepted') go(walk, cancel)
    return walk
  }

  const tryOpen = (steps: Action[]): Action[] => {
    if (steps.length > left) return []
    left -= steps.length
    return steps
  }

  return { follow, tryOpen }
}

/** Plans that end where refused cells are left, since no visit of the walk could be disturbed there. */
const leftOver = (graph: Graph, coverage: Coverage): Transition[][] => {
  const { missing } = reportCoverage(coverage, graph).cells
  const statuses = new Set(missing.map((cell) => cell.slice(0, cell.indexOf(' '))))
  const paths = [...graph.places].flatMap(([place, model]) =>
    statuses.delete(model.status[0]!) ? [pathBetween(graph, '', place) ?? []] : [],
  )
  const resumed = graph.transitions.find(({ from, key }) => from === heldInNew && key === 'resume')
  return resumed && statuses.has('off_hold')
    ? [...paths, [...(pathBetween(graph, '', resumed.from) ?? []), resumed]]
    : paths
}

/** Every transition, or pair, and every refused cell, in as few requests as the options allow. */
export const planWalk = (machine: Machine, chosen: Partial<WalkOptions> = {}): WalkPlan => {
  const options = { ...walkDefaults, ...chosen }
  const graph = buildGraph(machine)
  const coverage = createCoverage()
  const walk = goalWalks(graph, options.goal, options.seed)
  const walker = createWalker({ machine, graph, coverage }, options, walk)
  const walked = walk.map((transitions) => walker.follow(transitions).steps)
  const revisited = options.cells ? leftOver(graph, coverage).map((path) => walker.follow(path).steps) : []
  const opened = options.open ? openCellWalks(machine, graph).map(walker.tryOpen) : []
  const walks = [...walked, ...revisited, ...opened].filter((steps) => steps.length > 0)
  const plans = interleave(walks, options.width, options.seed, 'walk')
  return {
    plans,
    requests: plannedRequests(plans),
    coverage,
    report: reportCoverage(coverage, graph),
    graph,
  }
}
