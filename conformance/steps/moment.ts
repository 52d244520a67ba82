// When a call was under way, and whether a time that the target shows for it is that time.
import { clocksApartMs } from '../contract/clocks.ts'
import { instantIn } from '../contract/instant.ts'
import type { StepContext } from '../kit/context.ts'
import type { Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'

/** In milliseconds since 1970, by our clock; `ahead` is how far that of the target is from it. */
export type Moment = { from: number; to: number; ahead: number }

/** To be asked right after the answer: the target's clock may be moved later on. */
export const momentOf = (
  context: Pick<StepContext, 'now'>,
  { startedAt, ms }: Pick<Answered, 'startedAt' | 'ms'>,
): Moment => ({
  from: startedAt,
  to: startedAt + ms,
  ahead: context.now() - Date.now(),
})

/** When a delivery arrived, as `momentOf`. */
export const arrivalOf = (context: Pick<StepContext, 'now'>, { receivedAt }: Delivery): Moment =>
  momentOf(context, { startedAt: receivedAt, ms: 0 })

/** By the clock of orders and events, or by that of the machine, which sends and signs. */
export const isWithin = ({ from, to, ahead }: Moment, time: unknown): boolean =>
  [0, ahead].some((offset) => {
    const at = instantIn(time) - offset
    return at >= from - clocksApartMs && at <= to + clocksApartMs
  })

/** What was expected, in words. */
export const shownMoment = ({ from, to, ahead }: Moment): string => {
  const [first, last] = [from, to].map((at) => new Date(at + ahead).toISOString())
  return `${first} to ${last}, ± ${clocksApartMs / 1_000} s`
}
