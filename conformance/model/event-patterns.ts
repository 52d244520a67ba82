// Whether an event that was seen is one that a step must, may or must not raise.
import { at as valueIn, textAt } from './body.ts'
import type { EventPattern, ExpectedEvents, Outcome } from './outcome.ts'

/** One event of the feed, or a delivered one; in the order raised. */
export type SeenEvent = { type: string; data: unknown; createdAt?: string }

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

export const fits = (pattern: EventPattern, event: SeenEvent): boolean => {
  if (pattern.type !== event.type) return false
  const status = textAt(event.data, 'status', 'code')
  if (pattern.status && (status === null || !pattern.status.includes(status))) return false
  const recipient = textAt(event.data, 'message', 'recipient')
  if (pattern.own && recipient !== 'manager' && recipient !== 'appraiser') return false
  const kind = textAt(event.data, 'revision_request', 'kind')
  if (pattern.kind !== undefined && kind !== null && kind !== pattern.kind) return false
  return pattern.revision === undefined || valueIn(event.data, 'revision') === pattern.revision
}

export const anyFits = (patterns: readonly EventPattern[], event: SeenEvent): boolean =>
  patterns.some((pattern) => fits(pattern, event))

export const permits = (steps: readonly ExpectedEvents[], event: SeenEvent): boolean =>
  steps.some(({ may }) => anyFits(may, event))
