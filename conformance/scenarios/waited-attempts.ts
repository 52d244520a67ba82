// An event that no attempt delivers, followed for as long as the run waits: the first attempts, each by the time at which it came.
import { attemptsAt, envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { blocked } from '../evidence/inconclusive.ts'
import type { CheckContext } from '../kit/context.ts'
import { permitted } from '../steps/act.ts'
import { fieldAt, requireSuccess } from '../steps/read.ts'
import { newOrder } from '../steps/place-order.ts'
import { deliveryRecords } from '../steps/delivery-record.ts'
import { readFeed } from '../steps/events-of.ts'
import { readWebhook, receiverOf } from '../steps/set-webhook.ts'
import { retrySchedule } from '../contract/limits.ts'
import { runAfter } from './run-after.ts'
import { lateness } from './dead-letter.ts'
import { secondAttempts } from './second-attempts.ts'

const followed = 'order.on_hold'
/** How often is looked whether an attempt has come that is late, in seconds. */
const everyS = 5
/** How long one attempt is waited for at most, after the one before it. */
const longest = (gap: number): number => gap + lateness.latest + everyS

/** Within how many seconds an attempt comes, at the latest. */
export const secondsUntil = (number: number): number =>
  retrySchedule()
    .delays.slice(0, number - 1)
    .reduce((sum, gap) => sum + longest(gap), 0)

type WaitedAttempts = {
  /** In the order of the attempts, undefined for the lost one; fewer than were waited for where one did not come. */
  deliveries: (Delivery | undefined)[]
  /** The number of the attempt that the feed counts and that never came: a single one may be lost on its way, and several are not. */
  lost: number | null
  /** The number of the last attempt that was waited for. */
  awaited: number
  /** Whether somebody set the webhook meanwhile, who may have taken what was due with it. */
  isDisturbed: boolean
}

export const waitForAttempts = async (context: CheckContext): Promise<WaitedAttempts> => {
  // Until then the webhook is set to other addresses, and other secrets.
  await runAfter(context, secondAttempts)
  const { inbox, answers } = receiverOf(context)
  const { id: orderId } = await newOrder(context)
  answers.set(orderId, { kind: 'status', status: 503 })
  const settings = async () => fieldAt(requireSuccess(await readWebhook(context)), '/updated_at')
  const before = await settings()
  requireSuccess(await permitted(context, 'hold', orderId, 'nobody will take the news'))
  const isIt = (one: Delivery) => orderOf(one) === orderId && envelopeOf(one).type === followed
  const first = await inbox.wait(isIt, context.patience.feed)
  if (!first) throw blocked('failing-event-not-delivered')
  const { id } = envelopeOf(first)
  let lost: number | null = null
  const arrived = (): (Delivery | undefined)[] => {
    const came: (Delivery | undefined)[] = attemptsAt(id, inbox.all)
    return lost === null ? came : came.toSpliced(lost - 1, 0, undefined)
  }
  const counted = async (): Promise<number> => {
    const records = deliveryRecords(await readFeed(context, { order_id: orderId }))
    return records.find(({ eventId }) => eventId === id)?.attempts ?? 0
  }
  const { attempts, delays } = retrySchedule()
  let awaited = 1
  while (awaited < attempts && secondsUntil(awaited + 1) <= context.patientSeconds) awaited += 1
  let since = first.receivedAt
  for (let number = 2; number <= awaited && arrived().length === number - 1; number += 1) {
    const gap = delays[number - 2]!
    const left = () => gap - (Date.now() - since) / 1000
    const late = lateness.latest * (number - 1 === lost ? 2 : 1)
    await context.letPass(Math.max(1, Math.ceil(left())))
    while (arrived().length < number && left() > -late) await context.letPass(everyS)
    const own = arrived()[number - 1]
    if (!own && (lost !== null || (await counted()) < number)) break
    if (!own) lost = number
    since = own?.receivedAt ?? since + 1000 * gap
  }
  return { deliveries: arrived(), lost, awaited, isDisturbed: (await settings()) !== before }
}
