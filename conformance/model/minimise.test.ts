// The minimiser against an order machine with one seeded defect at a time, and how many requests it spends.
import t, { type Test } from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { actionKey, type Action } from './actions.ts'
import { open, revisable, rows } from './contract-table.support.ts'
import { drive, type Drive } from './drive.ts'
import { buildGraph, type Graph } from './graph.ts'
import { createKnownRuns, learn } from './known-runs.ts'
import { defaultCeiling, minimise } from './minimise.ts'
import type { Answer } from './observation.ts'
import { planWalk } from './planner.ts'
import { plannedRequests, type Plan, type PlanStep } from './plan.ts'
import { createMachine } from './machine.ts'

type Order = { status: string; before: string; appointed: boolean; events: string[] }
type Move = { to: string } | { refused: number }

/** What the contract says; cells it leaves open are refused here. */
const lawful = (order: Order, action: Action): Move => {
  const { status } = order
  const no = { refused: 409 }
  switch (action.do) {
    case 'advance':
      return (rows[status] ?? []).includes(action.to) ? { to: action.to } : no
    case 'hold':
      return open.includes(status) ? { to: 'on_hold' } : no
    case 'cancel':
      return open.includes(status) ? { to: 'cancelled' } : no
    case 'resume':
      return status === 'on_hold' ? { to: order.before } : no
    case 'amend':
      return status === 'cancelled' ? no : { to: status }
    case 'revision': {
      if (!revisable.includes(status)) return no
      if (action.kind === 'correction') return { to: 'revision_requested' }
      return action.acknowledgement === 'none' ? { refused: 422 } : { to: 'reconsideration_requested' }
    }
    default:
      return { to: status }
  }
}

/** A defect looks at what the order has been through and may replace the lawful move. */
type Defect = { name: string; kind: string; bend: (order: Order, event: string, move: Move) => Move }

const placeName = (order: Order): string => (order.status === 'on_hold' ? `on_hold<${order.before}` : order.status)

const shown = (order: Order): unknown => ({ id: 'ord_1', status: { code: order.status, label: order.status } })

const createFake = (defect: Defect | null) => {
  const orders = new Map<string, Order>()
  let requests = 0
  const refuse = (order: Order, action: Action, status: number): Answer => ({
    status,
    body: {
      code: status === 409 ? 'action_not_allowed_in_status' : 'semantic_validation_failed',
      current_status: order.status,
      details: [{ field: 'status', code: 'current_status', value: action.do === 'advance' ? action.to : order.status }],
    },
  })
  const perform = async ({ order: name, action }: PlanStep): Promise<Answer> => {
    requests += 1
    if (action.do === 'create') {
      const order = {
        status: action.product === 'plain' ? 'new' : 'pending_review',
        before: '',
        appointed: false,
        events: [],
      }
      orders.set(name, order)
      return { status: 201, body: shown(order) }
    }
    const order = orders.get(name)!
    const event = `${placeName(order)} ${actionKey(action)}`
    const move =
      defect && action.do !== 'read' ? defect.bend(order, event, lawful(order, action)) : lawful(order, action)
    if (action.do !== 'read') order.events.push(event)
    if ('refused' in move) return refuse(order, action, move.refused)
    const was = order.status
    if (action.do === 'hold' || action.do === 'cancel') order.before = was
    order.status = move.to
    if (move.to === 'appointment_scheduled') order.appointed = true
    if (action.do === 'hold')
      return { status: 200, body: { ...(shown(order) as object), previous_status: { code: was, label: was } } }
    if (action.do === 'revision') return { status: 201, body: { kind: action.kind, status: 'submitted' } }
    if (action.do === 'message' || action.do === 'upload') return { status: 201, body: {} }
    const documents = ['report_pdf', 'report_data', 'supporting', 'supporting', 'supporting'].map((kind) => ({ kind }))
    const looks = action.do === 'read' ? { dates: datesOf(order), documents } : {}
    return { status: 200, body: { ...(shown(order) as object), ...looks } }
  }
  return { perform, count: () => requests }
}

const datesOf = ({ appointed }: Order): unknown => ({
  appointment_at: appointed ? '2030-01-01T10:00:00Z' : null,
  completed_at: null,
})

const tables = lifecycle()
const machine = createMachine(tables, {
  'lifecycle.placement-delay': 'on-command',
  'create.review-first': 'some-orders',
})
const graph = buildGraph(machine)
const walk = planWalk(machine, { seed: 7, companions: false })

const runAll = async (plans: readonly Plan[], defect: Defect | null) => {
  const fake = createFake(defect)
  const known = createKnownRuns()
  for (const plan of plans) {
    const result: Drive = await drive(machine, plan, createPerform(fake), { stopAtFailure: true })
    if (result.failures[0])
      return { plan, failedAt: result.failures[0].index, found: fake.count(), claims: result.failures[0].claims, known }
    learn(known, machine, plan)
  }
  return null
}

const createPerform = (fake: ReturnType<typeof createFake>) => (step: PlanStep) => fake.perform(step)

const reduce = async (defect: Defect) => {
  const failure = await runAll(walk.plans, defect)
  if (!failure) return null
  const fails = async (plan: Plan): Promise<boolean> =>
    (await drive(machine, plan, createPerform(createFake(defect)), { stopAtFailure: true })).failures.length > 0
  const { plan, failedAt, known } = failure
  return { ...failure, minimal: await minimise({ machine, plan, failedAt, fails, known, graph }) }
}

/** The shortest plan that shows the defect, found by trying all plans in the order of their length. */
const shortestBy = (graph: Graph, needed: string[], atOnce: boolean): number => {
  type Point = { place: string; met: number; length: number; last: string }
  const queue: Point[] = [{ place: '', met: 0, length: 0, last: '' }]
  const seen = new Set<string>()
  for (const point of queue) {
    for (const { from, to, key } of graph.transitions) {
      if (from !== point.place) continue
      const id = `${from} ${key}`
      const breaks = atOnce && point.met > 0 && id !== needed[point.met]
      const met = id === needed[point.met] ? point.met + 1 : breaks ? (id === needed[0] ? 1 : 0) : point.met
      if (met === needed.length) return point.length + 1
      const mark = `${to} ${met}`
      if (seen.has(mark)) continue
      seen.add(mark)
      queue.push({ place: to, met, length: point.length + 1, last: id })
    }
  }
  return Infinity
}

const eventOf = (from: string, key: string): string => `${from} ${key}`
const moved = graph.transitions.filter(({ from }) => from !== '')
/** A sample, so that the test stays short; the sizes were chosen so that every kind of place is in it. */
const every = <T>(list: readonly T[], nth: number): T[] => list.filter((_, i) => i % nth === 0)

const missing: (Defect & { needed: string[] })[] = moved.map(({ id, from, key }) => ({
  name: id,
  kind: 'missing transition',
  needed: [eventOf(from, key)],
  bend: (_, event, move) => (event === eventOf(from, key) ? { refused: 409 } : move),
}))
const wrongTarget: (Defect & { needed: string[] })[] = moved
  .filter(({ key }) => !key.startsWith('revision'))
  .map(({ id, from, key, to }) => ({
    name: id,
    kind: 'wrong target',
    needed: [eventOf(from, key)],
    bend: (_, event, move) =>
      event === eventOf(from, key) ? { to: to === 'cancelled' ? 'report_complete' : 'cancelled' } : move,
  }))
const illegal: (Defect & { cell: string })[] = graph.cells
  .filter((cell) => !cell.startsWith('off_hold'))
  .map((cell) => ({
    name: cell,
    kind: 'illegal accepted',
    cell,
    bend: (order, event, move) =>
      `${order.status} × ${event.slice(event.indexOf(' ') + 1)}` === cell && 'refused' in move
        ? { to: 'cancelled' }
        : move,
  }))
const pairDependent: (Defect & { needed: string[] })[] = graph.pairs.map((pair) => {
  const [first, second] = pair.split(' > ').map((id) => graph.transitions.find((one) => one.id === id)!)
  const needed = [eventOf(first!.from, first!.key), eventOf(second!.from, second!.key)]
  return {
    name: pair,
    kind: 'pair-dependent',
    needed,
    // Creations are no events of the fake, as an order's life begins with them.
    bend: (order, event, move) => {
      const last = order.events.at(-1) ?? ''
      const preceded = first!.from === '' ? order.events.length === 0 : last === needed[0]
      return event === needed[1] && preceded ? { refused: 409 } : move
    },
  }
})
const histories = [...walk.coverage.histories.keys()].filter((id) => !id.startsWith('create'))
const historyDependent: (Defect & { needed: string[] })[] = every(histories, 20).map((history) => {
  const [first, second] = history.split(' > ').map((id) => graph.transitions.find((one) => one.id === id)!)
  const needed = [eventOf(first!.from, first!.key), eventOf(second!.from, second!.key)]
  return {
    name: history,
    kind: 'history-dependent',
    needed,
    bend: (order, event, move) => (event === needed[1] && order.events.includes(needed[0]!) ? { refused: 409 } : move),
  }
})

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
const figures = (list: number[]): string => `median ${median(list)}, max ${Math.max(...list)}`

t.test('the machine without a defect keeps the contract', async (t) => {
  const failure = await runAll(walk.plans, null)
  t.strictSame(failure && { ...failure.plan.steps[failure.failedAt], claims: failure.claims }, null)
})

const judgeKind = async (
  t: Test,
  defects: (Defect & { needed?: string[] })[],
  truth: (defect: Defect) => number | null,
) => {
  const spent: number[] = []
  const found: number[] = []
  const lengths: number[] = []
  let longer = 0
  for (const defect of defects) {
    const reduced = await reduce(defect)
    if (!reduced) {
      t.fail(`not found: ${defect.kind} ${defect.name}`)
      continue
    }
    const { minimal } = reduced
    spent.push(minimal.requests)
    found.push(reduced.found)
    lengths.push(minimal.plan.steps.length)
    if (!minimal.confirmed) t.fail(`not confirmed: ${defect.name}`)
    const shortest = truth(defect)
    if (shortest !== null && plannedRequests([minimal.plan]) > shortest + 1) longer += 1
  }
  t.comment(
    `${defects.length} found after ${figures(found)}; minimised with ${figures(spent)}; length ${figures(lengths)}; ${longer} longer than the shortest`,
  )
  return { spent, longer }
}

t.test('a missing transition is shown by the shortest plan', async (t) => {
  const { spent, longer } = await judgeKind(t, every(missing, 2), (defect) =>
    shortestBy(graph, (defect as (typeof missing)[0]).needed, false),
  )
  t.ok(Math.max(...spent) <= defaultCeiling)
  t.equal(longer, 0)
})

t.test('a wrong target is shown by the shortest plan', async (t) => {
  const { spent, longer } = await judgeKind(t, every(wrongTarget, 2), (defect) =>
    shortestBy(graph, (defect as (typeof missing)[0]).needed, false),
  )
  t.ok(Math.max(...spent) <= defaultCeiling)
  t.equal(longer, 0)
})

t.test('an illegal action that is accepted is shown by a plan within the ceiling', async (t) => {
  const { spent } = await judgeKind(t, every(illegal, 6), () => null)
  t.ok(Math.max(...spent) <= defaultCeiling)
})

t.test('a defect that needs two moves in a row is shown by the shortest plan', async (t) => {
  const { spent, longer } = await judgeKind(t, every(pairDependent, 6), (defect) =>
    shortestBy(graph, (defect as (typeof missing)[0]).needed, true),
  )
  t.ok(Math.max(...spent) <= defaultCeiling)
  t.equal(longer, 0)
})

t.test('a defect that needs an earlier move is shown within the ceiling', async (t) => {
  const { spent, longer } = await judgeKind(t, historyDependent, (defect) =>
    shortestBy(graph, (defect as (typeof missing)[0]).needed, false),
  )
  t.ok(Math.max(...spent) <= defaultCeiling)
  t.equal(longer, 0)
})
