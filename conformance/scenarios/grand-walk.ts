// Every operation on orders once, on three orders whose final states would accept each of them again.
import { fetchLink } from '../steps/documents.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { catalog } from '../steps/catalog.ts'
import { readOrder, statusOf } from '../steps/order-state.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import { uploadFile } from '../steps/upload-file.ts'
import type { Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'

export type GrandWalk = {
  /** A text that each of the orders, and what was put on them, has. */
  mark: string
  /** Ids: `fresh` is open, `held` is on hold, `corrected` has a correction open; null where the company forbids it. */
  orders: { fresh: string; held: string; corrected: string | null }
  documentId: string | null
  /** The webhook address that is set, so that setting it again changes nothing. */
  webhookUrl: string | null
  /** One answer for each operation that was called. */
  answers: Partial<Record<string, Answered>>
  /** The orders as they were left. */
  left: { fresh?: Answered; held?: Answered; third?: Answered }
}

type Calls = (operationId: string, id: string, json?: unknown) => Promise<Answered>

const textFileOf = (mark: string) => ({
  name: `${mark}.txt`,
  type: 'text/plain',
  bytes: Buffer.from(`A note of ${mark}.\n`),
})

/** A move that leaves the order open. */
const nextMove = (status: unknown): string => (status === 'pending_review' ? 'new' : 'appraiser_assigned')

/** Whether an order under review can be held or cancelled is open. */
const leaveReview = async ({ client, environment }: StepContext, id: string): Promise<void> => {
  if (environment === 'sandbox')
    await client.call('advanceOrder', { params: { order_id: id }, json: { to_status: 'new' } })
}

/** A link that leads nowhere is for the rules of downloads to say, and keeps no other call from being made. */
const visitDownload = async (context: StepContext, { answers }: GrandWalk, url: string): Promise<void> => {
  try {
    answers['downloadDocument'] = await fetchLink(context, new URL(url))
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
  }
}

/** Everything that leaves an order open. */
const visitFresh = async (context: StepContext, walk: GrandWalk, call: Calls): Promise<void> => {
  const { client } = context
  const { answers, mark, orders } = walk
  const { fresh } = orders
  if (context.environment === 'sandbox')
    await call('advanceOrder', fresh, { to_status: nextMove(fieldAt(answers['createOrder']!, '/status/code')) })
  await call('amendOrder', fresh, { appraiser_instructions: `Call ahead (${mark}).` })
  await call('sendMessage', fresh, { recipient: 'manager', subject: mark, body: `A note of ${mark}.` })
  await call('listMessages', fresh)
  const file = textFileOf(mark)
  const upload = await uploadFile(context, fresh, { kind: 'supporting', purpose: 'other', description: mark, file })
  answers['uploadDocument'] = upload
  await call('listDocuments', fresh)
  const id = fieldAt(upload, '/id')
  if (!succeeded(upload) || typeof id !== 'string') return
  walk.documentId = id
  const document = await client.call('getDocument', { params: { document_id: id } })
  answers['getDocument'] = document
  const url = fieldAt(document, '/download/url')
  if (typeof url === 'string' && URL.canParse(url)) await visitDownload(context, walk, url)
}

/** A cancelled order takes a correction, and then has one open. */
const visitCorrected = async ({ orders }: StepContext, walk: GrandWalk, id: string, call: Calls): Promise<void> => {
  if (!succeeded(await call('cancelOrder', id, { reason: `The sale fell through (${walk.mark}).` }))) return
  orders.settled(id)
  const kind = { kind: 'correction', reason: `The garage is missing (${walk.mark}).` }
  const opened = await call('createRevisionRequest', id, kind)
  await call('listRevisionRequests', id)
  if (succeeded(opened)) walk.orders.corrected = id
}

const visitAccount = async ({ client, shared }: StepContext, { answers, mark, orders }: GrandWalk): Promise<void> => {
  answers['listOrderTypes'] = (await shared(catalog)).pages[0]!
  answers['listOrders'] = await client.call('listOrders', { query: { lender_reference: mark } })
  answers['listEvents'] = await client.call('listEvents', { query: { order_id: orders.fresh, per_page: 1 } })
}

export const grandWalk: Scenario<GrandWalk> = {
  id: 'grand-walk',
  async run(context) {
    const { client, marker } = context
    const mark = marker()
    const change = { lender_reference: mark }
    const fresh = await placeOrder(context, { change })
    const held = await placeOrder(context, { change })
    const third = await placeOrder(context, { change })
    const answers: GrandWalk['answers'] = { createOrder: fresh.answer }
    const walk: GrandWalk = {
      mark,
      orders: { fresh: fresh.id, held: held.id, corrected: null },
      documentId: null,
      webhookUrl: null,
      answers,
      left: {},
    }
    const call: Calls = async (operationId, id, json) =>
      (answers[operationId] = await client.call(operationId, { params: { order_id: id }, json }))

    for (const { id, status } of [held, third]) if (status === 'pending_review') await leaveReview(context, id)
    await call('holdOrder', held.id, { reason: `The borrower is travelling (${mark}).` })
    await visitFresh(context, walk, call)
    await visitCorrected(context, walk, third.id, call)
    await visitAccount(context, walk)
    const webhook = await client.call('getWebhook')
    const url = fieldAt(webhook, '/url')
    answers['getWebhook'] = webhook
    walk.webhookUrl = typeof url === 'string' ? url : null
    walk.left = {
      fresh: await readOrder(context, fresh.id),
      held: await readOrder(context, held.id),
      third: await readOrder(context, third.id),
    }
    answers['getOrder'] = walk.left.fresh
    return walk
  },
}

/** A move that the fresh order would take. */
export const moveLeft = ({ left }: GrandWalk): string =>
  left.fresh && statusOf(left.fresh) === 'report_rejected_for_correction'
    ? 'awaiting_review'
    : 'report_rejected_for_correction'
