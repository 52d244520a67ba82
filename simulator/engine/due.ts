// What will run on the domain clock, as users see it: with the order and the event that each concerns.
import type { Services } from './services.ts'
import type { Due, Instant, SimulatorTime } from '../public/simulator-options.ts'
import { clockError } from '../time/clock-error.ts'

const instantOf = (given: Instant): number => {
  const instant = given instanceof Date ? given.getTime() : typeof given === 'string' ? Date.parse(given) : given
  if (Number.isFinite(instant)) return instant
  const sentence = `An instant is a Date, an RFC 3339 timestamp or epoch milliseconds, and ${String(given)} is none; pass another.`
  throw clockError('clock_bad_instant', sentence)
}

/** Soonest first. */
export const dueOf = ({ clock, store }: Services, until?: number): Due[] =>
  clock.open(until).map(({ at, kind, what, subject }) => {
    const isOfEvent = kind === 'delivery_attempt' || kind === 'delivery_given_up'
    const order_id = isOfEvent ? (store.events.get(subject)?.order_id ?? null) : kind === 'other' ? null : subject
    return { at, kind, what, order_id, event_id: isOfEvent ? subject : null }
  })

/** What the clock of a simulator offers beside what the clock itself has. */
export const timeOf = (services: Services): Pick<SimulatorTime, 'due' | 'advanceTo'> => ({
  due: (until) => dueOf(services, until === undefined ? undefined : instantOf(until)),
  advanceTo: async (instant) => services.clock.advance(instantOf(instant)),
})
