// Compares the events of executed plans, by the feed and our receiver, and the order list with the model.
import { enumerations } from '../contract/contract.ts'
import { assertion, passed, type Assertion } from '../evidence/assertion.ts'
import { textAt as textIn } from '../model/body.ts'
import { judgeAnswers } from '../model/answered-requests.ts'
import { judgeHistory } from '../model/history.ts'
import { compareStatus } from '../model/compare-answer.ts'
import { drift } from '../model/resting.ts'
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { byId, deliveredOf, readFeed, recordsOf, type SeenEvent } from './events-of.ts'
import { hasMovedOn } from './execute-plan.ts'
import type { PlanRun, PlanAssertion } from '../model/plan-run.ts'
import { readOrder, statusOf } from './order-state.ts'
import { entriesAt } from './read.ts'
import { limits } from '../contract/limits.ts'

const idsOf = ({ drive, performer }: PlanRun): string[] =>
  [...drive.expected.keys()].flatMap((order) => performer.idOf(order) ?? [])

/** The feed from the first event of an order to its end; the first is taken as delivered, where it was. */
const feedFrom = async (context: StepContext, firstOrder: string): Promise<SeenEvent[]> => {
  const [delivered] = deliveredOf(context, firstOrder).toSorted(byId)
  const [first] = delivered ? [delivered] : recordsOf(await readFeed(context, { order_id: firstOrder }))
  if (!first) return []
  const pages = await readFeed(context, { after: first.id })
  context.plans.feed = { after: first.id, pages }
  return [first, ...recordsOf(pages)]
}

/** In the order of the feed; what was delivered and is not in the feed yet comes where its id puts it. */
const joined = (feed: readonly SeenEvent[], delivered: readonly SeenEvent[]): SeenEvent[] => {
  const events = [...new Map(feed.map((event) => [event.id, event])).values()]
  const known = new Set(events.map(({ id }) => id))
  for (const event of delivered.toSorted(byId)) {
    if (known.has(event.id)) continue
    known.add(event.id)
    const after = events.findIndex(({ id }) => id > event.id)
    events.splice(after < 0 ? events.length : after, 0, event)
  }
  return events
}

const judge = (
  { drive, performer, plan }: PlanRun,
  context: StepContext,
  feed: readonly SeenEvent[],
): PlanAssertion[] => {
  const known = enumerations()['event_type'] ?? []
  const spoiled = new Set(drive.failures.map(({ order }) => order))
  return [...drive.expected].flatMap(([order, expected]) => {
    const id = performer.idOf(order)
    if (id === undefined || spoiled.has(order) || performer.unanswered.has(order)) return []
    const own = feed.filter(({ data }) => data['order_id'] === id)
    const events = joined(own, deliveredOf(context, id))
    const sources = [...new Set(own.map(({ source }) => source))]
    const spans = (drive.answered.get(order) ?? []).map((index) => performer.spanOf(index))
    const claims = [
      ...judgeHistory(expected, events, known, { spans }),
      ...judgeAnswers(events).map((claim) => ({ ...claim, step: null })),
    ]
    return claims.map(({ step, ...claim }) => {
      const index = drive.answered.get(order)?.at(step ?? -1) ?? null
      const caused = claim.passed || step === null || index === null ? [] : performer.exchangesOf(index)
      const about = `the events of ${order}`
      return { claim, about, requests: [...sources, ...caused], plan, step: index, via: 'history' as const }
    })
  })
}

const inconclusive = (error: unknown): null => {
  if (error instanceof Inconclusive) return null
  throw error
}

/** Waits for what must come; none where the feed cannot be read. `first` is an order as old as any of the runs, where it is none of theirs. */
export const historyClaims = async (
  context: StepContext,
  runs: readonly PlanRun[],
  {
    patienceMs = context.patience.feed,
    first = runs.flatMap(idsOf)[0],
  }: { patienceMs?: number; first?: string | undefined } = {},
): Promise<PlanAssertion[]> => {
  if (first === undefined) return []
  const look = async (): Promise<PlanAssertion[]> => {
    const feed = await feedFrom(context, first)
    return runs.flatMap((planRun) => judge(planRun, context, feed))
  }
  const allHeld = (claims: readonly PlanAssertion[]): boolean => claims.every((one) => one.claim.passed)
  return (await context.eventually(look, allHeld, patienceMs).catch(inconclusive)) ?? []
}

const listed = 'list.order-item-agrees-with-the-order'

const at = '/data/*/status/code'

/** An order that moves on its own may do so between two reads once, or twice. */
const mostLooks = 3

const newestOrders = ({ client }: StepContext): Promise<Answered | null> =>
  client.call('listOrders', { query: { per_page: limits().per_page_max } }).catch(inconclusive)

const statusesIn = (page: Answered) =>
  new Map(entriesAt(page, '/data').map(({ id, status }) => [id, textIn(status, 'code')]))

type Sighting = { planRun: PlanRun; order: string; id: string; shown: string; page: Answered }

/** An order that the list shows elsewhere than it was left is read: then the list, the order, or a step before is wrong. */
const judgeSighting = async (
  context: StepContext,
  { planRun: run, order, id, shown, page }: Sighting,
  looks = mostLooks,
): Promise<PlanAssertion[]> => {
  const { drive, machine, plan } = run
  const found = compareStatus(machine, drive.models.get(order)!, shown)
  const step = drive.answered.get(order)?.at(-1) ?? null
  const requested = (claims: readonly Assertion[], ...seen: { id: string }[]): PlanAssertion[] =>
    claims.map((one) => ({
      claim: one,
      about: `${order} in the list`,
      requests: [...seen, page].map((answer) => answer.id),
      plan,
      step,
      via: 'list' as const,
    }))
  const left = drift(machine, drive.models.get(order)!)
  if (left.includes(shown)) return requested([passed(listed), ...found])
  const read = await readOrder(context, id)
  if (statusOf(read) !== shown) {
    // It may have moved between the two looks.
    const again = looks > 1 ? await newestOrders(context) : null
    const now = again && statusesIn(again).get(id)
    if (again && now) return judgeSighting(context, { planRun: run, order, id, shown: now, page: again }, looks - 1)
    return requested(assertion(listed, false, statusOf(read), shown, at), read)
  }
  if (!(await hasMovedOn(context, id, left, shown))) return requested([passed(listed), ...found], read)
  context.recordReading('sandbox.spontaneous-moves', 'moves-automatically')
  return requested([passed(listed)], read)
}

/** The newest orders as the list has them: one look at where every one of them was left. None where it cannot be read. */
export const listClaims = async (context: StepContext, runs: readonly PlanRun[]): Promise<PlanAssertion[]> => {
  const page = await newestOrders(context)
  if (!page) return []
  const shown = statusesIn(page)
  const claims: PlanAssertion[] = []
  for (const planRun of runs) {
    const { drive, performer } = planRun
    const spoiled = new Set(drive.failures.map(({ order }) => order))
    for (const order of drive.models.keys()) {
      const id = performer.idOf(order)
      const code = shown.get(id) ?? null
      if (id === undefined || code === null || spoiled.has(order) || performer.unanswered.has(order)) continue
      const sighting = { planRun, order, id, shown: code, page }
      claims.push(...((await judgeSighting(context, sighting).catch(inconclusive)) ?? []))
    }
  }
  return claims
}
