// Compares the events of an order with those its steps must, may and must not raise.
import { eventTable, lifecycle } from '../contract/contract.ts'
import { isFine } from '../contract/same-instant.ts'
import { lazily } from '../contract/lazily.ts'
import { absent } from '../evidence/expected.ts'
import { assertion, passed, type Assertion } from '../evidence/assertion.ts'
import { at as valueIn, textAt } from './body.ts'
import { union } from './order-model.ts'
import type { Span } from './plan-run.ts'
import type { EventPattern, ExpectedEvents, Outcome } from './outcome.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** `step` is the position of the step that must or must not raise the event; null where it is no one step's. */
type HistoryClaim = Assertion & { step: number | null }

/** One event of the feed, or a delivered one; in the order raised. */
export type SeenEvent = { type: string; data: unknown; createdAt?: string }

/** What the contract lets any order raise at any time: dates and fees move on their own, a status may be repeated. */
const anyTime = lazily(() => eventTable().event_types.flatMap(({ type, at_any_time }) => (at_any_time ? type : [])))

/** Files may follow a delivery whenever they are ready. */
const afterDelivery = ['order.document_added']

/** The step's events when several outcomes remain: what all demand is demanded, the rest is permitted. */
export const mergeExpected = (outcomes: readonly Outcome[]): ExpectedEvents => {
  const [first, ...others] = outcomes.map(({ events }) => events)
  if (!first) return { must: [], may: [], never: [] }
  const shared = (pattern: EventPattern): boolean =>
    others.every(({ must }) => must.some((one) => one.type === pattern.type))
  const musts = [first, ...others].flatMap(({ must }) => must)
  return {
    must: first.must.filter(shared),
    may: [
      ...[first, ...others].flatMap(({ may }) => may),
      ...musts.filter((pattern) => !first.must.includes(pattern) || !shared(pattern)),
    ],
    never: first.never.filter((pattern) => others.every(({ never }) => never.some((one) => one.type === pattern.type))),
  }
}

const fits = (pattern: EventPattern, event: SeenEvent): boolean => {
  if (pattern.type !== event.type) return false
  const status = textAt(event.data, 'status', 'code')
  if (pattern.status && (status === null || !pattern.status.includes(status))) return false
  const recipient = textAt(event.data, 'message', 'recipient')
  if (pattern.own && recipient !== 'manager' && recipient !== 'appraiser') return false
  const kind = textAt(event.data, 'revision_request', 'kind')
  if (pattern.kind !== undefined && kind !== null && kind !== pattern.kind) return false
  return pattern.revision === undefined || valueIn(event.data, 'revision') === pattern.revision
}

const permits = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ may }) => may.some((pattern) => fits(pattern, event)))

/** The statuses that a change of status leads from and to; null where it reports none. */
const moveIn = (event: SeenEvent | undefined): [StatusCode, StatusCode] | null => {
  if (event?.type !== 'order.status_changed') return null
  const [from, to] = ['previous_status', 'status'].map((field) => textAt(event.data, field, 'code'))
  return from && to && from !== to ? [from, to] : null
}

const stageOf = (status: StatusCode): number =>
  lifecycle().statuses.find(({ code }) => code === status)?.stage ?? Number.NaN

/** Whether an event reports the move that an advance was refused. */
const isRefusedMove = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ never }) => never.some((one) => one.from === moveIn(event)?.[0] && fits(one, event)))

/** Whether an event reports that an order without an appraiser went on to a status that needs one. */
const isAssigning = (event: SeenEvent): boolean => {
  const [from, to] = (moveIn(event) ?? []).map(stageOf)
  return from === 0 && to !== undefined && to > 0
}

const isOfStep = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ must, may }) => [...must, ...may].some((pattern) => fits(pattern, event)))

/**
 * A sandbox order may move on its own, and what comes with such a move is no step's. A change of status into the work
 * explains an assignment that no step makes, even where a later step may report that status again. One that no step may
 * report explains the delivery beside it, and what goes on from where it leads or stays there; one into the work, a
 * delivery later on, which needs no change of status beside it.
 */
const cameSpontaneously = (
  steps: readonly ExpectedEvents[],
  events: readonly SeenEvent[],
  event: SeenEvent,
): boolean => {
  const place = events.indexOf(event)
  const near = [events[place - 1], events[place + 1]]
  const isOwed = steps.some(({ must }) => must.some(({ type }) => type === event.type))
  switch (event.type) {
    case 'order.assigned':
      return !isOwed && events.some((one) => isAssigning(one) && !isRefusedMove(steps, one))
    case 'order.completed':
      return (
        !isOwed &&
        (near.some((one) => moveIn(one)?.[1] === 'report_complete') ||
          events.slice(0, place).some((one) => isAssigning(one) && !isOfStep(steps, one) && !isRefusedMove(steps, one)))
      )
    default: {
      const from = textAt(event.data, 'previous_status', 'code')
      return events.slice(0, place).some((one) => from && moveIn(one)?.[1] === from && !permits(steps, one))
    }
  }
}

/**
 * Whether a step must not raise the event. One that comes after the event of a later step, and left another status than the
 * one in which the step was refused, is not of that step.
 */
const unwantedBy = ({ never }: ExpectedEvents, step: number, event: SeenEvent, now: number): boolean =>
  never.some((pattern) => {
    const left = textAt(event.data, 'previous_status', 'code')
    const isOfLater = now > step && pattern.from !== undefined && left !== null && left !== pattern.from
    return fits(pattern, event) && !isOfLater
  })

/** When each step was under way; null where it got no answer. */
type Spans = readonly (Span | null)[]

type Open = { step: number; pattern: EventPattern; met: boolean; by?: SeenEvent }

/**
 * Whether the first of the events is of a refusal before the step that owes one like it: there are more of them than are
 * owed, and what steps before that one raised is still to come.
 */
const isOfRefusal = (
  steps: readonly ExpectedEvents[],
  owed: readonly Open[],
  events: readonly SeenEvent[],
  owing: number,
): boolean => {
  const [event, ...later] = events
  if (!event || !steps.slice(0, owing).some(({ never }) => never.some((pattern) => fits(pattern, event)))) return false
  const unmet = owed.filter(({ met }) => !met)
  const due = unmet.filter(({ pattern }) => fits(pattern, event))
  return (
    events.filter((one) => due.some(({ pattern }) => fits(pattern, one))).length > due.length &&
    unmet.some(({ step, pattern }) => step < owing && later.some((one) => fits(pattern, one)))
  )
}

const describe = (pattern: EventPattern): string =>
  [
    pattern.type,
    ...(pattern.status ?? []),
    ...(pattern.revision === undefined ? [] : [`revision ${pattern.revision}`]),
  ].join(' ')

/** The time between two steps, in which neither was under way; 0 where it is not known. */
const between = (spans: Spans, step: number, later: number): number => {
  const [one, next] = [spans[step], spans[later]]
  return one && next ? Math.max(0, next.from - one.to) : 0
}

/** The same as the one that a step raised, and so soon after it that no later step can have raised it. */
const isTwin = (steps: readonly ExpectedEvents[], spans: Spans, event: SeenEvent, { step, by }: Open): boolean => {
  if (by?.type !== event.type || !isFine(event.createdAt)) return false
  if (JSON.stringify(by.data) !== JSON.stringify(event.data)) return false
  const later = steps.findIndex(
    ({ must, never }, at) => at > step && [...must, ...never].some((pattern) => fits(pattern, event)),
  )
  const apart = Math.abs(Date.parse(event.createdAt) - Date.parse(by.createdAt ?? ''))
  return apart === 0 || later < 0 || apart < between(spans, step, later)
}

/**
 * The step that an unexpected event is blamed on: the one whose event it doubles, one that must never raise it, or the
 * last one that raises its type.
 */
const blame = (
  steps: readonly ExpectedEvents[],
  spans: Spans,
  owed: readonly Open[],
  event: SeenEvent,
): { rules: string[]; step: number | null } => {
  const doubled = owed.find((one) => isTwin(steps, spans, event, one))
  if (doubled) return { rules: [...doubled.pattern.rules], step: doubled.step }
  const rulesAt = (step: number, patterns: readonly EventPattern[]) =>
    patterns.map(({ rules }) => ({ rules: [...rules], step }))
  const never = steps.flatMap((one, step) =>
    rulesAt(
      step,
      one.never.filter((pattern) => fits(pattern, event)),
    ),
  )
  const must = steps.flatMap((one, step) =>
    rulesAt(
      step,
      one.must.filter(({ type }) => type === event.type),
    ),
  )
  const blamed = never.length > 0 ? never : must
  return { rules: union(blamed.flatMap(({ rules }) => rules)), step: blamed.at(-1)?.step ?? null }
}

const isPermitted = (steps: readonly ExpectedEvents[], delivered: boolean, event: SeenEvent): boolean =>
  anyTime().includes(event.type) || (delivered && afterDelivery.includes(event.type)) || permits(steps, event)

/**
 * `spans` are when the steps were under way, and `known` the event types of the catalog; others are passed over, as new types may appear. `whole` says that the
 * feed was read to its end after the last step, so that what is missing is missing.
 */
export const judgeHistory = (
  steps: readonly ExpectedEvents[],
  events: readonly SeenEvent[],
  known: readonly string[],
  { whole = true, spans = [] }: { whole?: boolean; spans?: Spans } = {},
): HistoryClaim[] => {
  const owed = steps.flatMap(({ must }, step) => must.map((pattern): Open => ({ step, pattern, met: false })))
  const claims: HistoryClaim[] = []
  const isKnown = ({ type }: SeenEvent): boolean => known.includes(type)
  const at = (found: Assertion[], step: number | null): HistoryClaim[] => found.map((one) => ({ ...one, step }))
  let now = 0
  for (const [place, event] of events.entries()) {
    const doubles = owed.some((one) => isTwin(steps, spans, event, one))
    const due = owed.find(
      ({ met, pattern, step }) =>
        !doubles &&
        !met &&
        fits(pattern, event) &&
        (step >= now || pattern.early === true) &&
        !isOfRefusal(steps, owed, events.slice(place), step),
    )
    const again = owed.some(({ met, pattern }) => met && pattern.repeats === true && fits(pattern, event))
    if (due) {
      due.met = true
      due.by = event
      if (!due.pattern.early && !due.pattern.repeats) now = Math.max(now, due.step)
    } else if (isKnown(event) && !again) {
      const delivered = owed.some(({ met, pattern }) => met && pattern.type === 'order.completed')
      const unwanted = steps.some((one, step) => unwantedBy(one, step, event, now))
      const repeatsOwn = !unwanted && isPermitted(steps, delivered, event)
      // An event that one step must not raise and another may: which of the two raised it is not known.
      const isExplained = unwanted && (permits(steps, event) || cameSpontaneously(steps, events.filter(isKnown), event))
      if (!repeatsOwn && !isExplained) {
        const { rules, step } = blame(steps, spans, owed, event)
        const { type, data } = event
        const failure = { kind: 'unexpected_event', key: type } as const
        claims.push(...at(assertion(rules, false, absent, { type, data }, undefined, failure), step))
      }
    }
  }
  const missing = owed.filter(({ met }) => !met)
  if (whole)
    for (const { pattern, step } of missing) {
      const failure = { kind: 'missing_event', key: pattern.type } as const
      claims.push(...at(assertion(pattern.rules, false, describe(pattern), undefined, undefined, failure), step))
    }
  const broken = new Set(claims.map(({ rule }) => rule))
  const proven = union(owed.filter(({ met }) => met).flatMap(({ pattern }) => pattern.rules))
  const kept = whole ? union(steps.flatMap(({ never }) => never.flatMap(({ rules }) => rules))) : []
  return [
    ...claims,
    ...union([...proven, ...kept])
      .filter((rule) => !broken.has(rule))
      .map((rule) => ({ ...passed(rule), step: null })),
  ]
}
