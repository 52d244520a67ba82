// What only the company can cause, done through the control port, each move for itself, and the events that followed.
import { accountOf } from './account-of.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { answerRequest } from '../steps/answer-request.ts'
import { comingDueDate } from '../generate/due-dates.ts'
import { orderBody } from '../steps/order-body.ts'
import { pickProduct } from '../steps/catalog.ts'
import { awaitEvents, findEvent, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { passTime } from '../steps/pass-time.ts'
import { newOrder, placeOrder } from '../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../steps/read.ts'
import { acceptDueDate } from '../steps/accept-due-date.ts'
import { blocked, notTested, type Inconclusive } from '../evidence/inconclusive.ts'
import { changed, inside, recorder, type Field, type CompanyAction } from './company-actions.ts'
import { quotedProduct } from './quoted-product.ts'
import { readOrder } from '../steps/order-state.ts'
import { isPossible } from '../steps/is-possible.ts'
import { feeChanged } from '../model/terms.ts'
import { requirePort } from '../sut/control.ts'

type CompanyEvents = { companyActions: CompanyAction[]; events: Map<string, SeenEvent[]> }

/** Of the first hold by the company; it makes the second one of that order without a reason. */
export const reasonOfHold = 'The company needs a signed order.'
/** Of its resumes, between these holds. */
export const reasonsOfResumes = ['It is signed.', 'All of it is signed.'] as const

/** What the company writes as it accepts a correction, and as it answers it after that. */
export const answers = { accepted: 'We agree.', answered: 'The appraiser is on it.' } as const

const dayMs = 86_400_000

/** Longer than an order rests on its way off a hold, and short enough that tokens live on. */
const aWhileS = 1_200

/** A Tuesday N weeks after the usual due date. */
const dueDate = (context: StepContext, weeks: number): string => comingDueDate(context.now() + weeks * 7 * dayMs)

export const companyEvents: Scenario<CompanyEvents> = {
  id: 'company-events',
  async run(context) {
    const { client } = context
    const port = requirePort(context, 'advanceClock')
    const companyActions: CompanyAction[] = []
    const { id } = await newOrder(context)
    const say = (order: string, path: string, body: unknown) => port.ask('POST', `/orders/${order}${path}`, body)

    const happen = recorder(companyActions, id)

    const successor = 'Blake Example'
    const isSuccessor = ({ appraiser }: Field) => inside(appraiser, 'name') === successor
    await happen('assign without sharing', { type: 'order.assigned', fits: (data) => !isSuccessor(data) }, () =>
      say(id, '/assign', { name: 'Ada Example', share: false }),
    )
    await happen('another appraiser assigned', { type: 'order.assigned', fits: isSuccessor }, () =>
      say(id, '/assign', { name: successor, share: true }),
    )
    for (const from of ['manager', 'appraiser']) {
      const mark = context.marker()
      const body = `The plat map of lot <7> & its copy are on their way (${mark}).`
      const fits = ({ message }: Field) => String(inside(message, 'body')).includes(mark)
      const says = { 'message/body': body, 'message/recipient': 'lender' }
      await happen(`message of the ${from}`, { type: 'order.message_posted', fits, says }, () =>
        say(id, '/messages', { from, subject: 'Plat map', body }),
      )
    }
    // A company may charge or promise otherwise for its appraiser.
    const assigned = await readOrder(context, id)
    const fee = fieldAt(assigned, '/fees/appraisal_fee')
    const due = fieldAt(assigned, '/dates/due_date')
    // From what stood before, which is another value where a move before was not made.
    const becomes = (type: string, field: string, first: unknown) => {
      let stands = first
      return async (name: string, value: unknown, act: () => Promise<unknown>): Promise<Inconclusive | null> => {
        await happen(name, changed(type, field, value, stands), act)
        const { stopped } = companyActions.at(-1)!
        if (!stopped) stands = value
        return stopped
      }
    }
    const feeBecomes = becomes(feeChanged, 'appraisal_fee', fee)
    const setFee = (appraisal_fee: string, reason: string) => say(id, '/fee', { appraisal_fee, reason })
    await feeBecomes('fee changed', '777.25', () => setFee('777.25', 'The house is larger than stated.'))
    // Four digits, which some would set apart.
    await feeBecomes('fee changed again', '1812.50', () => setFee('1812.50', 'The outbuildings count too.'))
    await feeBecomes('fee waived', '0.00', () => setFee('0.00', 'The report is late.'))
    if (typeof fee === 'string')
      await feeBecomes('fee changed back', fee, () => setFee(fee, 'The report was in time after all.'))
    const [moved, asked, later] = [dueDate(context, 2), dueDate(context, 4), dueDate(context, 6)] as const
    const again = dueDate(context, 3)
    const dueBecomes = becomes('order.due_date_changed', 'due_date', due)
    const askFor = async (due_date: string) =>
      requireSuccess(await client.call('amendOrder', { params: { order_id: id }, json: { due_date } }))
    const acceptAsked = async (due_date: string) => {
      await askFor(due_date)
      await acceptDueDate(context, id, due_date)
    }
    await dueBecomes('due date moved unasked', moved, () => say(id, '/due-date', { due_date: moved }))
    const unaccepted = await dueBecomes('due date accepted', asked, () => acceptAsked(asked))
    const unmoved = await dueBecomes('due date moved after a request', later, () => {
      if (unaccepted) throw unaccepted
      return say(id, '/due-date', { due_date: later })
    })
    const unrepeated = await dueBecomes('due date accepted again', again, () => {
      if (unmoved) throw unmoved
      return acceptAsked(again)
    })
    // Whom the event names, as the lender asked for another date, is open.
    const instead = dueDate(context, 5)
    const uncountered = await dueBecomes('another due date accepted', instead, async () => {
      if (unrepeated) throw unrepeated
      await askFor(asked)
      const isTaken = await isPossible(say(id, '/due-date/accept', { due_date: instead }))
      if (!isTaken) throw notTested('due-date-answered-first')
    })
    await dueBecomes('due date moved back', due, () => {
      if (uncountered) throw uncountered
      return say(id, '/due-date', { due_date: due })
    })
    // Some moments after the two others, so that their times differ.
    await happen(
      'appraiser changed without sharing',
      { type: 'order.assigned', fits: (data) => !isSuccessor(data) },
      () => say(id, '/assign', { name: 'Casey Example', share: false }),
    )
    await happen('report delivered', { type: 'order.completed' }, async () => {
      await say(id, '/deliver', {})
      context.orders.settled(id)
    })
    const laterFiles = { 'later-one.pdf': 'ssr', 'later-two.pdf': 'invoice' }
    for (const [filename, kind] of Object.entries(laterFiles)) {
      const fits = ({ document }: Field) => inside(document, 'filename') === filename
      await happen(`later file ${filename}`, { type: 'order.document_added', fits }, () =>
        say(id, '/documents', { kind, filename, content_type: 'application/pdf', content: 'JVBERi0xLjQK' }),
      )
    }

    const correct = async (): Promise<string> => {
      requirePort(context, 'deliverReport')
      const json = {
        kind: 'correction',
        reason: `Two rooms are missing:\n- the attic\n- the porch (${context.marker()}).`,
      }
      const answer = await client.call('createRevisionRequest', { params: { order_id: id }, json })
      return textAt(requireSuccess(answer), '/id')
    }
    const refusal = 'The attic is not living area.'
    const responded = (request: () => string, status?: string, words?: string): Wanted => ({
      type: 'order.revision_responded',
      // The status is that of the request, or of the order, which then is an object.
      fits: (data) =>
        (data['revision_request_id'] === request() || (words !== undefined && JSON.stringify(data).includes(words))) &&
        (status === undefined || typeof data['status'] !== 'string' || data['status'] === status),
    })
    let [first, second] = ['', '']
    const [accepted, declined]: [Field, Field] = [{}, {}]
    // Declined while no other is open, so that the order may go back to the status of a delivered report.
    await happen(
      'correction declined',
      // Known by its words, too, should it name another request.
      { ...responded(() => second, 'declined', refusal), says: declined },
      async () => {
        declined['revision_request_id'] = second = await correct()
        // What a decline changes is no part of what came before it or comes after it.
        await passTime(context, 1)
        await answerRequest(context, id, second, 'decline', refusal)
        await passTime(context, 1)
      },
    )
    await happen(
      'correction accepted',
      { ...responded(() => first, 'accepted', answers.accepted), says: accepted },
      async () => {
        accepted['revision_request_id'] = first = await correct()
        await answerRequest(context, id, first, 'accept', answers.accepted)
      },
    )
    await happen(
      'correction answered',
      responded(() => first),
      async () => {
        if (first === '') throw blocked('no-request-opened')
        await answerRequest(context, id, first, 'answer', answers.answered)
      },
    )
    const seenFromTheStreet = `Seen from the street, the porch is missing (${context.marker()}).`
    await happen(
      'correction opened in the portal',
      {
        type: 'order.revision_requested',
        fits: ({ revision_request: request }) => inside(request, 'reason') === seenFromTheStreet,
      },
      () => say(id, '/revision-requests', { kind: 'correction', reason: seenFromTheStreet }),
    )
    const nearer = context.marker()
    const kind = 'reconsideration_of_value'
    const reason = `Nearer sales:\n12 and 14 Sample Street (${nearer}).`
    await happen(
      'reconsideration opened in the portal',
      {
        type: 'order.revision_requested',
        fits: ({ revision_request: opened }) => String(inside(opened, 'reason')).includes(nearer),
        says: { 'revision_request/kind': kind, 'revision_request/reason': reason },
      },
      () => say(id, '/revision-requests', { kind, reason, acknowledgements: { comparable_sales_provided: true } }),
    )

    const portal: Field = {}
    await happen('portal order', { type: 'order.created', says: portal }, async () => {
      const lender_id = textAt(await context.shared(accountOf('main')), '/lender/id')
      const order = orderBody(context, await pickProduct(context))
      const placed = await port.ask('POST', '/orders', { lender_id, environment: context.environment, order })
      const shown = inside(placed, 'order')
      if (inside(shown, 'lender_reference') === order.lender_reference)
        portal['lender_reference'] = order.lender_reference
      return String(inside(shown, 'id'))
    })
    const other = await newOrder(context)
    // Out of another status than that which orders begin in, where the company can bring it there.
    await isPossible(say(other.id, '/move', { to_status: 'appraiser_assigned' }))
    await happen(
      'hold by the company',
      { type: 'order.on_hold', fits: ({ reason }) => reason === reasonOfHold },
      () => say(other.id, '/hold', { reason: reasonOfHold }),
      other.id,
    )
    await happen(
      'resume by the company',
      { type: 'order.resumed' },
      async () => {
        await say(other.id, '/resume', { reason: reasonsOfResumes[0] })
        // Held again before it is back at work, it comes back to the same work.
        const isHeldAgain = await isPossible(say(other.id, '/hold', { reason: 'One signature was left out.' }))
        if (isHeldAgain) await say(other.id, '/resume', { reason: reasonsOfResumes[1] })
        await port.advanceClock(aWhileS)
      },
      other.id,
    )
    await happen(
      'cancel of a held order',
      { type: 'order.cancelled' },
      async () => {
        await say(other.id, '/hold', {})
        await say(other.id, '/cancel', { reason: 'No appraiser covers the area.' })
        context.orders.settled(other.id)
      },
      other.id,
    )
    await happen('fee quoted', changed(feeChanged, 'appraisal_fee', '888.00', null), async () => {
      const code = await quotedProduct(context)
      const product = await pickProduct(context, {
        fits: (one) => one.code === code,
        asks: 'whose fee the company quotes',
      })
      const placed = await placeOrder(context, { product })
      if (fieldAt(placed.answer, '/fees/appraisal_fee') !== null) throw blocked('fee-quoted-at-once', placed.answer)
      await say(placed.id, '/fee', { appraisal_fee: '888.00', reason: 'Quoted after a look at the plans.' })
      return placed.id
    })

    const events = new Map<string, SeenEvent[]>()
    for (const orderId of new Set(companyActions.map((one) => one.orderId))) {
      const wanted = companyActions
        .filter((one) => one.orderId === orderId && one.stopped === null)
        .map((one) => one.wanted)
      events.set(orderId, await awaitEvents(context, orderId, ...wanted))
    }
    // The order was on hold when the company cancelled it.
    const cancelled = findEvent(events.get(other.id) ?? [], { type: 'order.cancelled' })
    if (cancelled) context.recordReading('lifecycle.company-cancel-scope', 'any-unfinished', { id: cancelled.source })
    return { companyActions, events }
  },
}
