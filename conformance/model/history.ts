// Compares the events of an order with those its steps must, may and must not raise.
import { eventTable } from '../contract/contract.ts'
import { lazily } from '../contract/lazily.ts'
import { absent } from '../evidence/expected.ts'
import { assertion, passed, type Assertion } from '../evidence/assertion.ts'
import { blame, isTwin, type Open, type Spans } from './blamed-step.ts'
import { textAt } from './body.ts'
import { anyFits, fits, permits, type SeenEvent } from './event-patterns.ts'
import { union } from './order-model.ts'
import type { EventPattern, ExpectedEvents } from './outcome.ts'
import { cameSpontaneously, isReassignment } from './spontaneous-events.ts'

/** `step` is the position of the step that must or must not raise the event; null where it is no one step's. */
type HistoryClaim = Assertion & { step: number | null }

/** What the contract lets any order raise at any time: dates and fees move on their own, a status may be repeated. */
const anyTime = lazily(() => eventTable().event_types.flatMap(({ type, at_any_time }) => (at_any_time ? type : [])))

/** Files may follow a delivery whenever they are ready. */
const afterDelivery = ['order.document_added']

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
  if (!event || !steps.slice(0, owing).some(({ never }) => anyFits(never, event))) return false
  const unmet = owed.filter(({ met }) => !met)
  const due = unmet.flatMap(({ pattern }) => (fits(pattern, event) ? pattern : []))
  return (
    events.filter((one) => anyFits(due, one)).length > due.length &&
    unmet.some(({ step, pattern }) => step < owing && later.some((one) => fits(pattern, one)))
  )
}

/** Whether steps owe events of this type in other forms, in which fewer come: one is missing, and this is it. */
const isOwedOtherwise = (owed: readonly Open[], event: SeenEvent, rest: readonly SeenEvent[]): boolean => {
  const due = owed.flatMap(({ met, pattern }) => (!met && pattern.type === event.type ? pattern : []))
  const fewer = rest.filter((one) => anyFits(due, one)).length < due.length
  return fewer || due.some((pattern) => !rest.some((one) => fits(pattern, one)))
}

const describe = (pattern: EventPattern): string =>
  [
    pattern.type,
    ...(pattern.status ?? []),
    ...(pattern.revision === undefined ? [] : [`revision ${pattern.revision}`]),
  ].join(' ')

const isPermitted = (steps: readonly ExpectedEvents[], delivered: boolean, event: SeenEvent): boolean =>
  anyTime().includes(event.type) || (delivered && afterDelivery.includes(event.type)) || permits(steps, event)

/**
 * `known` are the event types of the catalog; others are passed over, as new types may appear. `whole` says that the feed
 * was read to its end after the last step, so that what is missing is missing; `spans` when the steps were under way.
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
    } else if (isKnown(event) && !again && !isReassignment(events.slice(0, place), event)) {
      const delivered = owed.some(({ met, pattern }) => met && pattern.type === 'order.completed')
      const unwanted = steps.some((one, step) => unwantedBy(one, step, event, now))
      const repeatsOwn = !unwanted && isPermitted(steps, delivered, event)
      // An event that one step must not raise and another may: which of the two raised it is not known.
      const isExplained = unwanted && (permits(steps, event) || cameSpontaneously(steps, events.filter(isKnown), event))
      if (!repeatsOwn && !isExplained && !isOwedOtherwise(owed, event, events.slice(place))) {
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
