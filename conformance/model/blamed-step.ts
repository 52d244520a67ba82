// Which step an event is blamed on that no step owes.
import { isFine } from '../contract/same-instant.ts'
import { anyFits, fits, type SeenEvent } from './event-patterns.ts'
import { union } from './order-model.ts'
import type { EventPattern, ExpectedEvents } from './outcome.ts'

/** From the sending of a request to its answer, in milliseconds by our clock. */
export type Span = { from: number; to: number }

/** When each step was under way; null where it got no answer. */
export type Spans = readonly (Span | null)[]

/** An event that a step owes, and the one that was taken for it. */
export type Open = { step: number; pattern: EventPattern; met: boolean; by?: SeenEvent }

/** The time between two steps, in which neither was under way; 0 where it is not known. */
const between = (spans: Spans, step: number, later: number): number => {
  const [one, next] = [spans[step], spans[later]]
  return one && next ? Math.max(0, next.from - one.to) : 0
}

// A time may be cut to the millisecond.
const unitMs = 1

/** The same as the one that a step raised, and so soon after it that no later step can have raised it. */
export const isTwin = (
  steps: readonly ExpectedEvents[],
  spans: Spans,
  event: SeenEvent,
  { step, by }: Open,
): boolean => {
  if (by?.type !== event.type || !isFine(event.createdAt)) return false
  if (JSON.stringify(by.data) !== JSON.stringify(event.data)) return false
  const later = steps.findIndex(({ must, never }, at) => at > step && (anyFits(must, event) || anyFits(never, event)))
  const apart = Math.abs(Date.parse(event.createdAt) - Date.parse(by.createdAt ?? ''))
  return apart === 0 || later < 0 || apart + unitMs < between(spans, step, later)
}

/**
 * The step that an unexpected event is blamed on: the one whose event it doubles, one that must never raise it, or the
 * last one that raises its type.
 */
export const blame = (
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
