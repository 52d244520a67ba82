// An order whose deliveries are refused, redirected, cut and kept waiting, each event in its own way, and a rotation after that.
import { orderOf, envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { describeAnswer, usualAnswer, type Answer } from '../receiver/answers.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { isUnusable } from '../steps/amend.ts'
import { catalog, plainest, type Product } from '../steps/catalog.ts'
import { deliveryRecords, verdictOf, type DeliveryRecord } from '../steps/delivery-record.ts'
import { readFeed, readFeedNow } from '../steps/events-of.ts'
import { arrivalOf, type Moment } from '../steps/moment.ts'
import { newOrder, type PlacedOrder } from '../steps/place-order.ts'
import { requireSuccess } from '../steps/read.ts'
import { soonestMs } from '../steps/second-retry.ts'
import { receiverOf, setSecret } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { runAfter } from './run-after.ts'
import { unreachableReceiver } from './unreachable-receiver.ts'
import { retrySchedule } from '../contract/limits.ts'

/** Where a redirected delivery would end up; still within our own path, so that it is seen. */
export const elsewhere = '?elsewhere'

/** How long a receiver may take, in milliseconds, and how long an attempt under way may still be going on after that. */
export const timeoutMs = (): number => 1000 * retrySchedule().timeoutSeconds
export const timeoutSlackMs = 2_000

/** Longer than a block of SHA-256, 64 bytes, to which a key may be cut by mistake. */
const longSecret = 80

/** Within the time that a receiver has. */
const patientMs = (): number => timeoutMs() - 2_000
const momentMs = 500

const answersTo = (url: string) =>
  ({
    // As from an address that is gone permanently, which some senders do not try again.
    error: { kind: 'status', status: 410 },
    unverified: { kind: 'status', status: 401 },
    redirected: { kind: 'redirect', to: `${url}${elsewhere}` },
    cut: { kind: 'cut' },
    // Frameworks say something of their own accord.
    accepted: { kind: 'status', status: 200, body: { type: 'text/plain', text: 'OK' } },
    unusual: { kind: 'status', status: 299, body: { type: 'text/html', text: '<p>Thank you.</p>' } },
    late: { kind: 'slow', ms: timeoutMs() + timeoutSlackMs + 1_000, status: 204 },
    patient: { kind: 'slow', ms: patientMs(), status: 202 },
  }) satisfies Record<string, Answer>

export type Fault = keyof ReturnType<typeof answersTo>

/** Those that count as failed, and those that do not. `late` takes its time, so it is looked at last. */
export const failing: readonly Fault[] = ['error', 'unverified', 'redirected', 'cut', 'late']
export const succeeding: readonly Fault[] = ['accepted', 'unusual', 'patient']
const slow: readonly Fault[] = ['late', 'patient']
const answeredAtOnce = [...failing, ...succeeding].filter((fault) => !slow.includes(fault))

/**
 * Some fail a second time, so that the feed shows when their third attempts are due: with statuses that the contract has for
 * other things, of which a sender may take one for done, and another for final.
 */
export const refusals: readonly Answer[] = [409, 400, 404].map((status) => ({ kind: 'status', status }))

const moves = ['appraiser_assigned', 'appointment_scheduled', 'awaiting_review', 'report_complete'] as const

export type FailingAttempts = {
  placed: PlacedOrder
  message: Answered
  /** The first delivery that was answered so; undefined where no event was left for it. */
  first: Partial<Record<Fault, Delivery>>
  /** When it came; undefined where an attempt before it may have been lost on its way to us. */
  arrivals: Partial<Record<Fault, Moment>>
  /** The feed of the order once the quick failures were in it, and once the slow attempts were over, in time or not. */
  feed: Answered[]
  slowOver: Answered[]
  rotation: Answered
  /** The secret from the rotation on, and the one before it. */
  secrets: { now: string; before: string }
}

/** The format that the other orders of a run seldom have; none where the catalog has no product on it. */
const packaged = async (context: StepContext): Promise<Product | undefined> =>
  plainest((await context.shared(catalog)).products).find(({ report_format }) => report_format === 'uad_3_6')

const raiseEvents = async (context: StepContext, id: string): Promise<void> => {
  const advance = async (to: string) =>
    requireSuccess(await context.client.call('advanceOrder', { params: { order_id: id }, json: { to_status: to } }))
  for (const to of moves) await advance(to)
  const reason = `A comparable is misplaced (${context.marker()}).`
  const revision = { params: { order_id: id }, json: { kind: 'correction', reason } }
  requireSuccess(await context.client.call('createRevisionRequest', revision))
  await advance('revised_report_complete')
  context.orders.settled(id)
}

/** Whether a sender that has both slow attempts under way sends others all the same. */
const deliveriesGoOn = ({ receiver }: StepContext, { patient, late }: FailingAttempts['first']): boolean => {
  const all = receiver?.inbox.all ?? []
  if (!patient || !late) return false
  const begun = Math.max(all.indexOf(patient), all.indexOf(late))
  const over = Math.min(patient.receivedAt, late.receivedAt) + patientMs()
  return all.some(({ receivedAt }, index) => index > begun && receivedAt < over)
}

/** Looked at before any clock is moved: an attempt that has failed is made again then, and shows as taken. */
const readOnceSlow = async (
  context: StepContext,
  order: string,
  first: FailingAttempts['first'],
): Promise<Answered[]> => {
  const { patient, late } = first
  if (!patient) return []
  const answered = patient.receivedAt + patientMs() + momentMs
  const timedOut = (late?.receivedAt ?? 0) + timeoutMs()
  // Its answer is read now, or the attempt is over though the feed does not say so.
  const isOver = (pages: Answered[]): boolean => {
    const recordOf = (one: Delivery) => deliveryRecords(pages).find(({ eventId }) => eventId === envelopeOf(one).id)
    const lateOne = late && recordOf(late)
    const isBooked = lateOne !== undefined && lateOne.lastAttemptAt !== null && verdictOf(lateOne) === 'failed'
    const lateIsOver = isBooked || Date.now() >= timedOut + timeoutSlackMs
    return lateIsOver && (recordOf(patient)?.attempts ?? 0) > 0
  }
  const look = () => context.eventually(() => readFeedNow(context, { order_id: order }), isOver, context.patience.feed)
  const ms = Math.max(answered, timedOut + momentMs) - Date.now()
  return context.waitBesideOthers(Math.max(0, ms), look, deliveriesGoOn(context, first))
}

const attemptsWith = (id: string, faults: readonly Fault[]): Scenario<FailingAttempts> => ({
  id,
  async run(context) {
    await runAfter(context, unreachableReceiver)
    const receiver = receiverOf(context)
    const { client, patience } = context
    const product = await packaged(context)
    const began = context.now()
    const placed = await newOrder(context, product)
    const { id } = placed
    const answers = answersTo(receiver.url)
    for (const fault of faults) receiver.answers.set(id, answers[fault], 1)
    const json = {
      recipient: 'manager',
      subject: 'Access',
      body: `The key is with the neighbour (${context.marker()}).`,
    }
    const message = await client.call('sendMessage', { params: { order_id: id }, json })
    await raiseEvents(context, id)

    const first: FailingAttempts['first'] = {}
    const arrivals: FailingAttempts['arrivals'] = {}
    const find = async (fault: Fault) => {
      const shown = describeAnswer(answers[fault])
      const isIt = (delivery: Delivery) =>
        orderOf(delivery) === id && delivery.answer === shown && delivery.fault === null
      const delivery = await receiver.inbox.wait(isIt, patience.feed)
      first[fault] = delivery
      if (delivery && context.now() - began < soonestMs()) arrivals[fault] = arrivalOf(context, delivery)
    }
    await Promise.all(faults.map(find))
    const over = answeredAtOnce.flatMap((fault) => first[fault] ?? []).map((delivery) => envelopeOf(delivery).id)
    const isShown = (pages: Answered[]) => {
      const records = deliveryRecords(pages)
      // A record may be begun before the answer of the receiver is read.
      const isWritten = ({ attempts, lastAttemptAt }: DeliveryRecord): boolean => attempts > 0 && lastAttemptAt !== null
      return over.every((event) => records.some((record) => record.eventId === event && isWritten(record)))
    }
    const feed = await context.eventually(() => readFeed(context, { order_id: id }), isShown, patience.feed)
    const before = receiver.secrets.at(-1)!
    // The spaces around it are a part of it, and so are signs that are written otherwise in other texts.
    const long = ` <"${context.newSecret(longSecret)}\\n" & '100%+1'> `
    const taken = await setSecret(context, long)
    // How long a secret may be is open, and what characters it may have.
    const now = isUnusable(taken) ? context.newSecret() : long
    const rotation = isUnusable(taken) ? await setSecret(context, now) : taken
    // Now, since others may wait, or move the clock, before the second attempts are looked at; one is taken by then.
    receiver.answers.setForRetries(id, [usualAnswer, ...refusals])
    const slowOver = await readOnceSlow(context, id, first)
    return { placed, message, first, arrivals, feed, slowOver, rotation, secrets: { now, before } }
  },
})

export const failingAttempts = attemptsWith('failing-attempts', [...answeredAtOnce, ...slow])

/** Without those that take ten seconds, for what looks at none of them. */
export const quickAttempts = attemptsWith('quick-attempts', answeredAtOnce)

/** The first delivery that was answered so. @throws Inconclusive where the order raised too few events. */
export const firstOf = ({ first }: FailingAttempts, fault: Fault): Delivery => {
  const delivery = first[fault]
  if (delivery) return delivery
  throw blocked(reason('nothing-to-fail', { answer: fault }))
}
