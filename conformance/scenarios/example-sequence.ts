// The sequence that the contract itself gives to exercise it: create, assign, appoint, submit, deliver, correct, deliver again.
import { awaitList, awaitListed } from '../steps/await-listed.ts'
import { fieldAt, refusedBy } from '../steps/read.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { switchedOff } from '../sut/switched-off.ts'
import { blocked, reason, Inconclusive } from '../evidence/inconclusive.ts'
import { longRemark } from '../generate/long-texts.ts'
import { advance, type Advanced } from '../steps/advance.ts'
import { pickProduct, type Product } from '../steps/catalog.ts'
import { isUnusable } from '../steps/amend.ts'
import { awaitDelivery, awaitEvents, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { momentOf, type Moment } from '../steps/moment.ts'
import { awaitStatus, readOrder } from '../steps/order-state.ts'
import { placeOrder, type PlacedOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'

export const moves = [
  'appraiser_assigned',
  'appointment_scheduled',
  'awaiting_review',
  'report_complete',
  'revised_report_complete',
] as const

export type Move = (typeof moves)[number]

/** `moment` is when it was opened. */
type Revision = { answer: Answered; moment: Moment; order: Answered; list: Answered }

type ExampleSequence = {
  product: Product
  placed: PlacedOrder
  /** The order as first read. */
  created: Answered
  /** The advance out of review, where the company reviews first. */
  reviewed: Advanced | null
  advanced: Partial<Record<Move, Advanced>>
  revision: Revision | null
  /** The revision requests after the revised report. */
  answered: Answered | null
  events: SeenEvent[]
  /** Why it ended early. */
  stoppedBy: Inconclusive | null
}

/** Nothing more becomes of such a request. */
const over = new Set<unknown>(['completed', 'declined'])

const listRequests = ({ client }: StepContext, id: string): Promise<Answered> =>
  client.call('listRevisionRequests', { params: { order_id: id } })

const ask = ({ client }: StepContext, id: string, reason: string): Promise<Answered> =>
  client.call('createRevisionRequest', { params: { order_id: id }, json: { kind: 'correction', reason } })

const correct = async (context: StepContext, id: string): Promise<Revision> => {
  const reason = `The garage is missing from the sketch (${context.marker()}).`
  // Letters beyond the first 65,536 are treated otherwise by some columns, and a text may be too long for the target.
  const first = await ask(context, id, longRemark(`${reason} – 見取り図 🏠`))
  const answer = isUnusable(first) ? await ask(context, id, reason) : first
  const moment = momentOf(context, answer)
  const order = succeeded(answer)
    ? await awaitStatus(context, id, ['revision_requested'])
    : await readOrder(context, id)
  const asked = succeeded(answer) ? [fieldAt(answer, '/id')] : []
  return { answer, moment, order, list: await awaitListed(context, () => listRequests(context, id), asked) }
}

const refused = (answer: Answered): Inconclusive => switchedOff(answer) ?? blocked(refusedBy(answer), answer)

const travel = async (context: StepContext, sequence: ExampleSequence): Promise<void> => {
  const { id, status } = sequence.placed
  if (status === 'pending_review') {
    sequence.reviewed = await advance(context, id, 'new')
    if (!succeeded(sequence.reviewed.answer)) throw refused(sequence.reviewed.answer)
  }
  for (const to of moves) {
    if (to === 'revised_report_complete') {
      sequence.revision = await correct(context, id)
      if (!succeeded(sequence.revision.answer)) throw refused(sequence.revision.answer)
    }
    const moved = await advance(context, id, to)
    sequence.advanced[to] = moved
    if (!succeeded(moved.answer)) throw refused(moved.answer)
  }
  const asked = sequence.revision && fieldAt(sequence.revision.answer, '/id')
  const isOver = (entries: Record<string, unknown>[]): boolean =>
    entries.some((one) => one['id'] === asked && over.has(one['status']))
  sequence.answered = await awaitList(context, () => listRequests(context, id), isOver)
}

const raisedBy: Record<Move, Wanted[]> = {
  appraiser_assigned: [{ type: 'order.assigned' }],
  appointment_scheduled: [],
  awaiting_review: [],
  report_complete: [{ type: 'order.completed', fits: (data) => data['revision'] !== true }],
  revised_report_complete: [
    { type: 'order.revision_requested' },
    { type: 'order.revision_responded' },
    { type: 'order.completed', fits: (data) => data['revision'] === true },
  ],
}

const changeTo = (status: string): Wanted => ({
  type: 'order.status_changed',
  fits: (data) => (data['status'] as { code?: unknown } | null | undefined)?.code === status,
})

/** What the moves raise that were made; the last change of all where the sequence ended early. */
const raisedIn = ({ advanced, stoppedBy }: ExampleSequence): Wanted[] => {
  const made = moves.filter((to) => advanced[to] && succeeded(advanced[to].answer))
  const last = made.at(-1)
  return [
    { type: 'order.created' },
    ...made.flatMap((to) => raisedBy[to]),
    ...(stoppedBy && last ? [changeTo(last)] : []),
  ]
}

export const exampleSequence: Scenario<ExampleSequence> = {
  id: 'example-sequence',
  async run(context) {
    const product = await pickProduct(context)
    const placed = await placeOrder(context, { product })
    const sequence: ExampleSequence = {
      product,
      placed,
      created: await readOrder(context, placed.id),
      reviewed: null,
      advanced: {},
      revision: null,
      answered: null,
      events: [],
      stoppedBy: null,
    }
    try {
      await travel(context, sequence)
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      sequence.stoppedBy = error
    }
    sequence.events = await awaitEvents(context, placed.id, ...raisedIn(sequence))
    // The next change of the webhook may stop the deliveries that are still to come.
    for (const event of sequence.events) await awaitDelivery(context, event)
    return sequence
  },
}

/** What a move did, whether it was accepted or not. @throws Inconclusive when the sequence never came so far. */
export const movedTo = ({ advanced, stoppedBy }: ExampleSequence, to: Move): Advanced => {
  const moved = advanced[to]
  if (moved) return moved
  throw stoppedBy ?? blocked(reason('sequence-stopped', { before: to }))
}

/** As `movedTo`, and only when the move was accepted. */
export const arrivedAt = (sequence: ExampleSequence, to: Move): Advanced => {
  const moved = movedTo(sequence, to)
  if (succeeded(moved.answer)) return moved
  throw sequence.stoppedBy ?? refused(moved.answer)
}

export const revisionOf = ({ revision, stoppedBy }: ExampleSequence): Revision => {
  if (revision) return revision
  throw stoppedBy ?? blocked(reason('sequence-stopped', { before: 'revision_requested' }))
}
