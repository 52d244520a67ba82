// What came a minute later of the deliveries that failed: waited for, or brought about where the clock can be moved.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { describeAnswer } from '../receiver/answers.ts'
import { deliveryRecords, type DeliveryRecord } from '../steps/delivery-record.ts'
import { readFeed, recordsOf } from '../steps/events-of.ts'
import { gapMs, latenessMs } from '../steps/second-retry.ts'
import { receiverOf } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { runAfter } from './run-after.ts'
import {
  failing,
  failingAttempts,
  quickAttempts,
  refusals,
  timeoutMs,
  timeoutSlackMs,
  type FailingAttempts,
  type Fault,
} from './failing-attempts.ts'

const muchLaterS = 3_600

type SecondAttempts = FailingAttempts & {
  second: Partial<Record<Fault, Delivery>>
  /** The second attempts that were refused once more. */
  refused: Delivery[]
  /** The feed of the order when every first attempt was over, and after the second ones. */
  firstOver: Answered[]
  later: Answered[]
}

const refusalsShown = refusals.map(describeAnswer)
export const attemptsMade = 2

/** Where the receiver answered the first attempt: another delivery is another attempt, whatever the sender's client repeats. */
export const answered = ['error', 'unverified'] as const

export const recordOf = (delivery: Delivery, pages: readonly Answered[]): DeliveryRecord | undefined =>
  deliveryRecords(pages).find(({ eventId }) => eventId === envelopeOf(delivery).id)

/** The status that a delivery was answered with at once; null where it was answered otherwise. */
export const statusAnswered = ({ answer }: Delivery): number | null => (/^\d+$/.test(answer) ? Number(answer) : null)

/** The same event once more: by its id, or, should that have changed to one that the feed does not know, by its type and data. */
const repeats = (first: Delivery, listed: readonly Answered[]) => {
  const { id, type, data } = envelopeOf(first)
  const others = new Set<unknown>(recordsOf(listed).map((one) => one.id))
  return (other: Delivery): boolean => {
    if (other.receivedAt < first.receivedAt || other.id === first.id || other.path !== first.path) return false
    const envelope = envelopeOf(other)
    if (envelope.id === id) return true
    return !others.has(envelope.id) && envelope.type === type && isDeepStrictEqual(envelope.data, data)
  }
}

const untilTimedOut = async ({ first }: FailingAttempts): Promise<void> => {
  const received = Object.values(first).flatMap((delivery) => delivery?.receivedAt ?? [])
  const answered = Math.max(0, ...received) + timeoutMs() + timeoutSlackMs
  await sleep(Math.max(0, answered - Date.now()))
}

const awaitSecond = async (
  context: StepContext,
  first: Delivery,
  listed: readonly Answered[],
): Promise<Delivery | undefined> => {
  const { inbox } = receiverOf(context)
  const latest = first.receivedAt + timeoutMs() + gapMs() + latenessMs
  return inbox.wait(repeats(first, listed), context.control ? context.patience.feed : Math.max(0, latest - Date.now()))
}

/** The feed counts a second attempt that never came: a single one may be lost on its way to us, and several are not. */
export const isLost = ({ first, second, later }: SecondAttempts, fault: Fault): boolean => {
  const counted = (one: Fault): number => (first[one] && !second[one] && recordOf(first[one], later)?.attempts) || 0
  const lost = failing.filter((one) => counted(one) >= attemptsMade)
  return lost.length === 1 && lost[0] === fault && counted(fault) === attemptsMade
}

/** An attempt may be counted before its answer is booked. */
const isBooked = (delivery: Delivery, record: DeliveryRecord | undefined): boolean => {
  const status = statusAnswered(delivery)
  return status === null || record?.attempts !== attemptsMade || record.lastResponseStatus === status
}

const secondOf = (id: string, firsts: Scenario<FailingAttempts>): Scenario<SecondAttempts> => ({
  id,
  async run(context) {
    const attempts = await context.shared(firsts)
    if (firsts === failingAttempts) await untilTimedOut(attempts)
    const firstOver = await readFeed(context, { order_id: attempts.placed.id })
    await context.control?.advanceClock((gapMs() + latenessMs) / 1000)
    const second: SecondAttempts['second'] = {}
    const look = async (fault: Fault) => {
      const first = attempts.first[fault]
      if (first) second[fault] = await awaitSecond(context, first, firstOver)
    }
    await Promise.all(failing.map(look))
    // One that is late is no less a second attempt; the check of the schedule looks at its time.
    if (context.control && failing.some((fault) => attempts.first[fault] && !second[fault])) {
      await context.control.advanceClock(muchLaterS)
      await Promise.all(failing.map(look))
    }
    const refused = Object.values(second).filter((one) => one && refusalsShown.includes(one.answer))
    const counted = [...refused, ...answered.map((fault) => second[fault])]
    const isOver = (pages: Answered[]): boolean =>
      counted.every((one) => !one || (recordOf(one, pages)?.attempts ?? 0) >= attemptsMade) &&
      Object.values(second).every((one) => !one || isBooked(one, recordOf(one, pages)))
    const later = await context.eventually(
      () => readFeed(context, { order_id: attempts.placed.id }),
      isOver,
      context.patience.feed,
    )
    return { ...attempts, second, refused, firstOver, later }
  },
})

export const secondAttempts = secondOf('second-attempts', failingAttempts)
const quickSecondAttempts = secondOf('quick-second-attempts', quickAttempts)

/** Some attempt that failed was made again, by the end of this: where no check has let attempts fail, in the shortest time. */
export const someRetried = (context: StepContext): Promise<void> =>
  runAfter(context, context.begun(failingAttempts) ? secondAttempts : quickSecondAttempts)
