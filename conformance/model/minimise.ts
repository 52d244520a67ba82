// Makes a failing plan short, on the model first: what the model or a passed plan already answers costs no request.
import type { Action } from './actions.ts'
import { buildGraph, type Graph } from './graph.ts'
import { doubleCandidates, isMove, lifeWith, simpleCandidates, culpritsIn } from './candidates.ts'
import { addPassed, createKnownRuns, hasPassed, isRefuted, learn, type KnownRuns } from './known-runs.ts'
import { actionsOf, sequenceOf, stepsFor, withoutLoops, type Move } from './move-sequence.ts'
import { plannedRequests, project, type Plan } from './plan.ts'
import type { Machine } from './machine.ts'

type MinimiseOptions = {
  machine: Machine
  plan: Plan
  /** The step at which the plan failed. */
  failedAt: number
  /** Runs a plan on fresh orders; true when it shows the same failure. */
  fails: (plan: Plan) => Promise<boolean>
  /** Requests at most, the confirming run included. */
  ceiling?: number
  /** Requests sent so far, where a plan may cost more than its steps; else their number is taken. */
  sent?: () => number
  /** Plans that passed before, such as those of the whole run so far. */
  known?: KnownRuns
  graph?: Graph
}

export type Minimised = {
  plan: Plan
  original: Plan
  /** Spent on candidates and on confirming. */
  requests: number
  candidates: number
  /** Whether the plan failed once more on its own. */
  confirmed: boolean
  /** False when requests ran out before the candidates did. */
  complete: boolean
}

export const defaultCeiling = 60

type Attempt = { moves: Move[]; actions: Action[] }

/** Reads that follow the last move are what showed the failure, and are kept. */
const trailingReads = (actions: readonly Action[]): Action[] => {
  const reads: Action[] = []
  for (const action of actions.toReversed()) {
    if (action.do !== 'read') break
    reads.unshift(action)
  }
  return reads.slice(-1)
}

export const minimise = async (options: MinimiseOptions): Promise<Minimised> => {
  const { machine, plan, failedAt, fails, ceiling = defaultCeiling, known = createKnownRuns() } = options
  const graph = options.graph ?? buildGraph(machine)
  const order = plan.steps[failedAt]!.order
  const original: Plan = { ...plan, steps: plan.steps.slice(0, failedAt + 1) }
  const own = project(original, order)
  const ownActions = own.steps.map(({ action }) => action)
  const shown = trailingReads(ownActions)
  learn(known, machine, plan, shown.length > 0 ? 0 : failedAt)
  const spent = { requests: 0, candidates: 0, complete: true }

  const planFor = (actions: readonly Action[]): Plan => ({
    ...own,
    id: `${plan.id}/minimal`,
    steps: stepsFor('o1', actions),
  })

  const tried = async (candidate: Plan, cost: number): Promise<boolean> => {
    const before = options.sent?.()
    const failed = await fails(candidate)
    spent.requests += before === undefined ? cost : options.sent!() - before
    return failed
  }

  const attempt = async ({ moves, actions }: Attempt, reserve: number): Promise<boolean> => {
    if (hasPassed(known, moves)) return false
    const cost = plannedRequests([planFor(actions)])
    if (spent.requests + cost + reserve > ceiling) {
      spent.complete = false
      return false
    }
    spent.candidates += 1
    const failed = await tried(planFor(actions), cost)
    if (!failed) addPassed(known, moves)
    return failed
  }

  const attemptOf = (moves: Move[]): Attempt => ({ moves, actions: actionsOf(machine, moves, shown) })

  const firstFailing = async (runs: readonly Move[][]): Promise<Move[] | null> => {
    for (const moves of runs) if (await attempt(attemptOf(moves), moves.length)) return moves
    return null
  }

  /** Halves the suspects by plans that keep half of them, as long as that is cheaper than one plan for each. */
  const narrow = async (sequence: readonly Move[], chosen: readonly Move[]): Promise<Move[] | null> => {
    const last = sequence.at(-1)!
    const lifeAfter = (moves: readonly Move[]): Move[] => lifeWith(graph, [...moves, last]) ?? [...sequence]
    let suspects = [...chosen]
    while (suspects.length > 3) {
      const middle = suspects.length >> 1
      const halves = [suspects.slice(0, middle), suspects.slice(middle)]
      const [half, other] = halves.toSorted((a, b) => lifeAfter(a).length - lifeAfter(b).length)
      const { requests } = spent
      const failed = await attempt(attemptOf(lifeAfter(half!)), lifeAfter([]).length)
      if (!failed && spent.requests === requests && !hasPassed(known, lifeAfter(half!))) return null
      suspects = (failed ? half! : other!).filter((move) => !isRefuted(known, [move], last.id, false))
    }
    return firstFailing(suspects.map((move) => lifeAfter([move])).toSorted((a, b) => a.length - b.length))
  }

  const isPlayed = (move: Move): boolean => isMove(graph, move)

  /** The shortest candidate that fails. */
  const guessed = async (sequence: readonly Move[]): Promise<Move[] | null> =>
    (await firstFailing(simpleCandidates(graph, sequence, known))) ??
    (await narrow(sequence, culpritsIn(sequence, known).filter(isPlayed))) ??
    (await firstFailing(doubleCandidates(graph, sequence, known))) ??
    (await narrow(
      sequence,
      culpritsIn(sequence, known).filter((move) => !isPlayed(move)),
    ))

  /** What a read shows may be the work of the last move, and not of what was refused after it. */
  const movedLast = (sequence: readonly Move[]): Move[] => sequence.slice(0, sequence.findLastIndex(isPlayed) + 1)

  /** The shortest candidate that fails, or else the order's own moves without those that can be left out. */
  const search = async (): Promise<Action[] | null> => {
    const sequence = sequenceOf(machine, ownActions)
    const moved = shown.length > 0 ? movedLast(sequence) : sequence
    const early = moved.length < sequence.length ? await firstFailing(simpleCandidates(graph, moved, known)) : null
    const guess = early ?? (await guessed(sequence))
    return guess ? attemptOf(guess).actions : cutDown(sequence)
  }

  const cutDown = async (sequence: Move[]): Promise<Action[] | null> => {
    const bare = [...sequence.slice(0, -1).filter(isPlayed), sequence.at(-1)!]
    const failed = bare.length < sequence.length && (await attempt(attemptOf(bare), bare.length))
    let best: Attempt | null = failed ? attemptOf(bare) : null
    let moves = failed ? bare : sequence
    for (let shorter = true; shorter;) {
      shorter = false
      for (const cut of withoutLoops(moves)) {
        if (!(await attempt(attemptOf(cut), cut.length))) continue
        best = attemptOf(cut)
        moves = cut
        shorter = true
        break
      }
    }
    return best?.actions ?? null
  }

  const confirm = async (candidate: Plan): Promise<boolean> => {
    const cost = plannedRequests([candidate])
    if (spent.requests + cost > ceiling) return false
    return tried(candidate, cost)
  }

  const found = await search()
  const alone = planFor(ownActions)
  const best = found ? planFor(found) : alone
  const confirmed = await confirm(best)
  // An order that does not fail alone needs its neighbours: the plan as it was, cut after the failing step.
  const isAlone = confirmed || found !== null || spent.requests + plannedRequests([alone]) > ceiling
  return { plan: isAlone ? best : original, original, confirmed, ...spent }
}
