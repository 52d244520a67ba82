// One order that changes in one thing after the other, with time passing in between, read before and after each change: in
// its status last, so that it has a document by then.
import { nameOf, refusedBy } from '../steps/read.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, StepContext } from '../kit/context.ts'
import { act } from '../steps/act.ts'
import { readOrder, statusOf } from '../steps/order-state.ts'
import { comingDueDate } from '../generate/due-dates.ts'
import { newOrder } from '../steps/place-order.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import { otherForms, type TinyFile } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'
import { itemsOf, walkPages } from '../steps/walk-pages.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, notApplicable, notTested, reason, Inconclusive } from '../evidence/inconclusive.ts'
import { portWith } from '../sut/control.ts'

export type Change = Hold | 'status' | 'date' | 'fee' | 'document' | 'message' | OwnMessage | 'own field'

type Hold = 'hold' | 'held document' | 'resume'

type OwnMessage = 'own message' | 'message to the appraiser'

/**
 * `missed` shows why the change could not be brought about; `pointer` is where the order shows it; `answer` is that of the call
 * which was to make it, null where that was not the lender's.
 */
export type PacedChange = {
  pointer: string
  before: Answered
  after: Answered
  missed: Inconclusive | null
  answer: Answered | null
}

type PacedOrder = {
  id: string
  changes: Record<Change, PacedChange>
  /** After some of the changes: the orders that changed when this one did, or later; null where there is no such instant. */
  found: Partial<Record<Change, Answered[] | null>>
}

// Longer than the second that a timestamp may be cut to.
const pauseMs = 1100

const pass = ({ control }: StepContext): Promise<unknown> =>
  control ? control.advanceClock(Math.ceil(pauseMs / 1000) + 1) : sleep(pauseMs)

/** What a list sorted by change may overlook. */
const listedAfter = new Set<Change>(['date', 'own message', 'own field'])

const onlyCompany = notTested('no-control-url')

/** @throws Inconclusive where it was refused, be it that the company had moved the order from `status` on its own */
const accepted = (answer: Answered, status: unknown): void => {
  const found = fieldAt(answer, '/current_status')
  const isHeld = found === 'on_hold' && answer.operation === 'holdOrder'
  if (answer.response.status === 409 && typeof found === 'string' && (found !== status || isHeld))
    throw notTested(reason('status-already-left', { status: String(status) }))
  if (fieldAt(answer, '/code') === 'action_not_permitted_for_client')
    throw notApplicable(reason('switched-off', { operation: nameOf(answer) }))
  if (!succeeded(answer)) throw blocked(refusedBy(answer), answer)
}

type Bring = { pointer: string; act: (context: StepContext, id: string) => Promise<Answered | null> }

const advanceTo =
  (to_status: string): Bring['act'] =>
  async ({ client, environment }, order_id) => {
    if (environment !== 'sandbox') throw notTested('not-sandbox')
    return client.call('advanceOrder', { params: { order_id }, json: { to_status } })
  }

const byCompany =
  (path: string, body: (context: StepContext) => unknown): Bring['act'] =>
  async (context, id) => {
    if (!context.control) throw onlyCompany
    await context.control.ask('POST', `/orders/${id}/${path}`, body(context))
    return null
  }

const uploadOf =
  (file: TinyFile): Bring['act'] =>
  (context, id) =>
    uploadFile(context, id, { kind: 'supporting', description: 'a sketch', file })

const messageTo = (recipient: string): Bring => ({
  pointer: '/dates/updated_at',
  act({ client, marker }, order_id) {
    const json = { recipient, subject: 'The gate', body: `The gate code has changed (${marker()}).` }
    return client.call('sendMessage', { params: { order_id }, json })
  },
})

const sketch = { name: 'sketch.txt', type: 'text/plain', bytes: Buffer.from('The garage stands to the north.\n') }

/** What the company charges from then on. */
export const companysFee = '777.25'

const weekMs = 7 * 86_400_000

const brings = (context: StepContext): Record<Change, Bring> => ({
  // Without the company's side a date moves only with a status.
  date: portWith(context, 'setDueDate')
    ? {
        pointer: '/dates/due_date',
        act: byCompany('due-date', (context) => ({ due_date: comingDueDate(context.now() + weekMs) })),
      }
    : { pointer: '/dates/appointment_at', act: advanceTo('appointment_scheduled') },
  document: { pointer: '/documents', act: uploadOf(sketch) },
  message: {
    pointer: '/dates/updated_at',
    act: byCompany('messages', () => ({ from: 'manager', body: 'The appraiser has been told of the gate code.' })),
  },
  'message to the appraiser': messageTo('appraiser'),
  hold: {
    pointer: '/status/code',
    act: (context, id) => act(context, 'hold', id, 'The borrower is travelling.'),
  },
  // While the order is held, as are the message of the lender and the amendment after it.
  fee: {
    pointer: '/fees/appraisal_fee',
    act: byCompany('fee', () => ({ appraisal_fee: companysFee, reason: 'a longer drive' })),
  },
  'held document': { pointer: '/documents', act: uploadOf(otherForms().xml) },
  'own message': messageTo('manager'),
  'own field': {
    pointer: '/appraiser_instructions',
    act({ client, marker }, order_id) {
      const json = { appraiser_instructions: `Ring twice (${marker()}).` }
      return client.call('amendOrder', { params: { order_id }, json })
    },
  },
  resume: {
    pointer: '/status/code',
    act: (context, id) => act(context, 'resume', id, 'The borrower is back.'),
  },
  status: {
    pointer: '/status/code',
    async act(context, id) {
      const cancel = await act(context, 'cancel', id, 'The loan was withdrawn.')
      // A lender that may not cancel may still advance.
      return succeeded(cancel) ? null : advanceTo('awaiting_review')(context, id)
    },
  },
})

/** The orders that changed when one did, or later, once that one is among them. */
const changedWith = async (context: StepContext, id: string, order: Answered): Promise<Answered[] | null> => {
  const since = fieldAt(order, '/dates/updated_at')
  if (typeof since !== 'string') return null
  const holds = (items: Record<string, unknown>[]) => items.some((item) => item['id'] === id)
  return context.eventually(
    () => walkPages(context, { operationId: 'listOrders', query: { updated_since: since } }, undefined, holds),
    (pages) => holds(itemsOf(pages)),
    context.patience.state,
  )
}

export const pacedOrder: Scenario<PacedOrder> = {
  id: 'paced-order',
  async run(context) {
    const { id, answer } = await newOrder(context)
    const created = statusOf(answer) === 'new' ? answer : await readOrder(context, id)
    const changes = {} as PacedOrder['changes']
    const found: PacedOrder['found'] = {}
    let before = created
    for (const [change, { pointer, act: bring }] of Object.entries(brings(context)) as [Change, Bring][]) {
      await pass(context)
      let missed: Inconclusive | null = null
      let answer: Answered | null = null
      try {
        answer = await bring(context, id)
        if (answer) accepted(answer, statusOf(before))
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
        missed = error
      }
      if (missed !== null) {
        changes[change] = { pointer, before, after: before, missed, answer }
        continue
      }
      const was = JSON.stringify(fieldAt(before, pointer))
      const after = await context.eventually(
        () => readOrder(context, id),
        (order) => JSON.stringify(fieldAt(order, pointer)) !== was,
        context.patience.state,
      )
      changes[change] = { pointer, before, after, missed, answer }
      before = after
      if (listedAfter.has(change)) found[change] = await changedWith(context, id, after)
    }
    return { id, changes, found }
  },
}
