// A specimen of every event type, two that our receiver does not take, and one that it takes late.
import { eventTable } from '../contract/contract.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { momentOf, type Moment } from '../steps/moment.ts'
import { describeAnswer } from '../receiver/answers.ts'
import { fieldAt } from '../steps/read.ts'
import { receiverOf } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { runAfter } from './run-after.ts'
import { silence } from './undelivered-events.ts'

const eventTypes = (): string[] => eventTable().event_types.map(({ type }) => type)

export type Specimen = {
  type: string
  answer: Answered
  /** What arrived under the id of the answer; undefined when nothing did. */
  delivery: Delivery | undefined
  moment: Moment
}

type Specimens = {
  all: Specimen[]
  /** Answered 500, and cut without an answer. */
  refused: Specimen
  cut: Specimen
  /** Answered 200, late but within the time that there is for it, unless other deliveries were answered so in its place. */
  slow: Specimen
  /** Test calls without a type and with one that is none. */
  untyped: Answered
  mistyped: Answered
}

/** How long a specimen is waited for when one before it never came. */
const doubtMs = 1_000

/** How long the receiver takes for its late answer: of the ten seconds that it has more than half. */
export const lateMs = 5_500

const late = { kind: 'slow', status: 200, ms: lateMs } as const

export const isLate = ({ answer }: Delivery): boolean => answer === describeAnswer(late)

const ask = async (context: StepContext, type: string, waitMs = context.patience.feed): Promise<Specimen> => {
  const answer = await context.client.call('testWebhook', { json: { type } })
  const moment = momentOf(context, answer)
  const id = fieldAt(answer, '/event_id')
  const { inbox } = receiverOf(context)
  const arrived = (delivery: Delivery) => envelopeOf(delivery).id === id
  const delivery = typeof id === 'string' ? await inbox.wait(arrived, waitMs) : undefined
  return { type, answer, delivery, moment }
}

export const specimens: Scenario<Specimens> = {
  id: 'specimens',
  async run(context) {
    await runAfter(context, silence)
    const { answers } = receiverOf(context)
    const all: Specimen[] = []
    for (const type of eventTypes()) {
      const isLost = all.some(({ delivery }) => delivery === undefined)
      all.push(await ask(context, type, isLost ? doubtMs : undefined))
    }
    answers.set(null, { kind: 'status', status: 500 }, 1)
    const refused = await ask(context, 'order.created')
    answers.set(null, { kind: 'cut' }, 1)
    const cut = await ask(context, 'order.created')
    const askSlowly = (): Promise<Specimen> => {
      answers.set(null, late, 1)
      return ask(context, 'order.created')
    }
    const first = await askSlowly()
    // Another delivery that came meanwhile was answered late in its place.
    const slow = !first.delivery || isLate(first.delivery) ? first : await askSlowly()
    const untyped = await context.client.call('testWebhook', { json: {} })
    const mistyped = await context.client.call('testWebhook', { json: { type: `order.${context.marker()}` } })
    return { all, refused, cut, slow, untyped, mistyped }
  },
}
