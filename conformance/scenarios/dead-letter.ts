// An event that no attempt can deliver, followed with the clock from its first attempt to beyond its last.
import { attemptsAt, envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { valueAt } from '../evidence/seen.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answer } from '../receiver/answers.ts'
import { permitted } from '../steps/act.ts'
import { deliveryRecords, type DeliveryRecord } from '../steps/delivery-record.ts'
import { readFeed } from '../steps/events-of.ts'
import { newOrder } from '../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded } from '../steps/read.ts'
import { webhookIsOurs } from '../steps/own-webhook.ts'
import { receiverOf, setSecret, setWebhook } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, notTested } from '../evidence/inconclusive.ts'
import { secondAttempts } from './second-attempts.ts'
import { runAfter } from './run-after.ts'
import { ending } from './webhook-configuration.ts'
import { limits } from '../contract/limits.ts'
import { retrySchedule } from '../contract/limits.ts'

/** Seconds from each attempt to the next, from the second on; the last comes after one of two. */
export const gaps = () => {
  const { delays, lastDelayByTotal } = retrySchedule()
  return { usual: delays.slice(0, -1), last: { table: delays.at(-1)!, total: lastDelayByTotal } }
}
/** How late an attempt may be, and how exactly a timestamp shows it, in seconds. */
export const lateness = { latest: 65, earliest: -3, ninth: 300 } as const

export type FollowedAttempt = {
  number: number
  /** Deliveries of the event so far, when its time had passed. */
  deliveries: number
  /** The time of the last attempt that the feed shows once it counts this one; null where it does not. */
  at: number | null
  /** Seconds since the attempt before, as the feed has it; null where the feed does not show. */
  gap: number | null
  /** Seconds to the next attempt that the feed announces; null where it announces none. */
  announced: number | null
  feed: Answered
}

/**
 * To one attempt after the other: what some senders take for final, as the fault of the receiver; and once a wish to be left
 * alone for a time that is none of the schedule.
 */
const refusals: readonly Answer[] = [400, 404, 429, 403, 422, 401, 408, 409, 418].map((status) => ({
  kind: 'status',
  status,
  ...(status === 429 && { retryAfter: 600 }),
}))
const followed = 'order.on_hold'

/** To the other event of a hold: nothing at all, several times in a row, before it is refused like all else. */
const besides = 'order.status_changed'
const unanswered: readonly Answer[] = Array.from({ length: 4 }, () => ({ kind: 'cut' }))

type DeadLetter = {
  orderId: string
  eventId: string
  attempts: FollowedAttempt[]
  /** A rotation and another address between the second attempt and the third, and the secrets around it. */
  rotation: Answered
  secrets: { now: string; before: string }
  /** Those that came after the rotation, from the third on. */
  afterRotation: Delivery[]
  /** A day after the last. */
  deliveriesInTheEnd: number
  /** The one that came last. */
  lastDelivery: Delivery
  /** The deliveries of what the hold raised besides, none of which is taken; none where it raises one event alone. */
  beside: Delivery[]
  /** The record in the end; undefined when the event is no longer in the feed. */
  record: DeliveryRecord | undefined
  feed: Answered[]
  /** The feed of the order, asked for one status: while attempts are due, and when there are none any more. */
  filtered: Filtered[]
}

/** `due` are events that have the status for certain. */
type Filtered = { status: string; page: Answered; due: readonly string[] }

/** Those that a page lacks; it may hold less while more follows. */
export const lackingIn = (page: Answered, due: readonly string[]): string[] => {
  const ids = new Set(deliveryRecords([page]).map(({ eventId }) => eventId))
  return fieldAt(page, '/next_cursor') === null ? due.filter((id) => !ids.has(id)) : []
}

const longBefore = 600
const dayS = 86_400

const follow = (context: StepContext, orderId: string, eventId: string) => {
  const { inbox } = receiverOf(context)
  const control = context.control!
  const arrived = () => attemptsAt(eventId, inbox.all)
  const deliveries = () => arrived().length
  const shown = (feed: Answered[]) => ({
    feed,
    record: deliveryRecords(feed).find((record) => record.eventId === eventId),
  })
  const read = async () => shown(await readFeed(context, { order_id: orderId }))
  const filtered: Filtered[] = []

  /** What is due may be found by its status some moments after the feed shows it. */
  const ask = async (delivery_status: string, due: readonly string[] = []) => {
    const query = { order_id: orderId, delivery_status, per_page: limits().per_page_max }
    const page = await context.eventually(
      () => context.client.call('listEvents', { query }),
      (one) => !succeeded(one) || lackingIn(one, due).length === 0,
      context.patience.feed,
    )
    if (!succeeded(page)) return null
    filtered.push({ status: delivery_status, page, due })
    return shown([page])
  }

  /** The event among those that failed; where it is not, as it is. */
  const readWhileDue = async () => {
    await ask('dead_lettered')
    const failed = await ask('failed')
    if (failed?.record) return failed
    const found = await read()
    // It may have come to the status only just.
    if (found.record?.status === 'failed') await ask('failed', [eventId])
    return found
  }

  /** The whole comes first: what is found by its status alone is no longer readable to who reads on. */
  const readInTheEnd = async () => {
    const found = await read()
    const given = deliveryRecords(found.feed).filter(({ status }) => status === 'dead_lettered')
    await ask(
      'dead_lettered',
      given.map((one) => one.eventId),
    )
    await ask('failed')
    return found
  }
  let last: number | null = null
  /** Seconds that have passed since the last attempt. */
  let passed = 0

  const look = async (number: number): Promise<FollowedAttempt> => {
    // With the clock moved the attempts take no time, and the feed may show an event a few moments late.
    const { feed, record } = await context.eventually(
      () => (number === 3 ? readWhileDue() : read()),
      (found) => number > 1 || found.record !== undefined,
      context.patience.feed,
    )
    const at: number | null = record?.lastAttemptAt ?? null
    const gap = at !== null && last !== null && at !== last ? (at - last) / 1000 : null
    passed = gap === null ? 0 : Math.max(0, passed - gap)
    last = at
    const next: number | null = record?.nextAttemptAt ?? null
    const announced = next !== null && at !== null ? (next - at) / 1000 : null
    const counted = record?.attempts === number ? at : null
    return { number, deliveries: deliveries(), at: counted, gap, announced, feed: feed.at(-1)! }
  }

  return {
    look,
    readInTheEnd,
    filtered,
    arrived,
    deliveries,
    /** Moves to N seconds after the last attempt. */
    async moveTo(seconds: number): Promise<void> {
      await control.advanceClock(Math.max(0, seconds - passed))
      passed = seconds
    },
  }
}

/** An event may come again as one that changes nothing, so the first is looked at. */
const besideOf = (all: readonly Delivery[], orderId: string): Delivery[] => {
  const isIt = (one: Delivery) =>
    orderOf(one) === orderId &&
    envelopeOf(one).type === besides &&
    valueAt(envelopeOf(one).data, '/status/code') === 'on_hold'
  const first = all.find(isIt)
  return first ? attemptsAt(envelopeOf(first).id, all) : []
}

export const deadLetter: Scenario<DeadLetter> = {
  id: 'dead-letter',
  async run(context) {
    if (!context.control) throw notTested('no-control-url')
    await runAfter(context, secondAttempts)
    const { inbox, answers, secrets: secretsSoFar } = receiverOf(context)
    const { id: orderId } = await newOrder(context)
    answers.set(orderId, { kind: 'status', status: 503 })
    // By type, since all that an order raises shares what is set for the order.
    answers.setInTurn(orderId, followed, refusals)
    answers.setInTurn(orderId, besides, unanswered)
    // Some time later, so that the time of the event is not that of the order.
    await context.control.advanceClock(longBefore)
    requireSuccess(await permitted(context, 'hold', orderId, 'nobody will take the news'))
    const isIt = (delivery: Parameters<typeof orderOf>[0]) =>
      orderOf(delivery) === orderId && envelopeOf(delivery).type === followed
    const first = await inbox.wait(isIt, context.patience.feed)
    if (!first) throw blocked('failing-event-not-delivered')
    const eventId = String(envelopeOf(first).id)

    const { look, moveTo, arrived, deliveries, readInTheEnd, filtered } = follow(context, orderId, eventId)
    const attempts = [await look(1)]
    const goOn = async (number: number, times: readonly number[]): Promise<void> => {
      for (const time of times) if (deliveries() < number) await moveTo(time)
      const inTime = deliveries()
      // One that is late is waited for all the same, so that those after it are judged by their own time.
      const { announced } = attempts.at(-1)!
      if (inTime < number && announced !== null) await moveTo(announced + lateness.latest)
      attempts.push({ ...(await look(number)), deliveries: inTime })
    }
    const { usual, last } = gaps()
    const [second, ...others] = usual
    await goOn(2, [second! + lateness.latest])
    const secrets = { now: context.newSecret(), before: secretsSoFar.at(-1)! }
    const url = `${receiverOf(context).url}${ending}`
    const rotation = await setSecret(context, secrets.now, { url })
    for (const [index, gap] of others.entries()) await goOn(index + 3, [gap + lateness.latest])
    await goOn(retrySchedule().attempts, [last.total + lateness.ninth, last.table + lateness.latest])
    await context.control.advanceClock(dayS)
    // Attempts stop, too, where the company switches the webhook off, or moves it.
    if (deliveries() < retrySchedule().attempts) await webhookIsOurs(context, succeeded(rotation) ? url : undefined)
    if (succeeded(rotation)) await setWebhook(context, {})
    const { feed, record } = await readInTheEnd()
    const rotated = rotation.startedAt + rotation.ms
    const afterRotation = arrived()
      .slice(2)
      .filter(({ receivedAt }) => receivedAt > rotated)
    return {
      orderId,
      eventId,
      attempts,
      rotation,
      secrets,
      afterRotation,
      deliveriesInTheEnd: deliveries(),
      lastDelivery: arrived().at(-1)!,
      beside: besideOf(inbox.all, orderId),
      record,
      feed,
      filtered,
    }
  },
}
