// An order placed in production at a simulator, whose control port no real deployment has, and what becomes of it there.
import { notTested, reason } from '../evidence/inconclusive.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import { pickProduct } from '../steps/catalog.ts'
import { fetchLink, linkOf } from '../steps/documents.ts'
import { orderBody } from '../steps/order-body.ts'
import { readFeed, recordsOf } from '../steps/events-of.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded, textAt } from '../steps/read.ts'
import { acceptedFiles } from '../steps/tiny-files.ts'

const role = 'production'

/** What each of them raises. */
export const raisedBy = {
  created: 'order.created',
  held: 'order.on_hold',
  resumed: 'order.resumed',
  cancelled: 'order.cancelled',
} as const

type ProductionOrder = {
  id: string
  reference: string
  file: Buffer
  reason: string
  created: Answered
  /** The same request again, under the same key. */
  replayed: Answered
  amended: Answered
  document: Answered
  /** The link, fetched at once. */
  link: URL
  fetched: Answered
  held: Answered
  resumed: Answered
  cancelled: Answered
  read: Answered
  events: Answered[]
  /** By all three filters of text and status. */
  listed: Answered
}

/** What anybody may send in production who may place orders there: a run does so where nobody is billed. */
export const inProduction = ({ client, control, profile }: StepContext) => {
  if (!control) throw notTested('no-control-url')
  if (profile.production_base_url === undefined) throw notTested(reason('no-base-url', { environment: 'production' }))
  return (operation: string, options: CallOptions = {}) => client.call(operation, { role, ...options })
}

export const productionOrder: Scenario<ProductionOrder> = {
  id: 'production-order',
  async run(context) {
    const { eventually, marker, orders, patience } = context
    const call = inProduction(context)
    const json = orderBody(context, await pickProduct(context, { role }))
    const create = { json, headers: { 'Idempotency-Key': marker() } }
    const created = requireSuccess(await call('createOrder', create))
    const id = textAt(created, '/id')
    orders.created(id, role)
    const replayed = await call('createOrder', create)
    const params = { order_id: id }
    const reference = marker()
    const amended = await call('amendOrder', { params, json: { lender_reference: reference } })
    const { bytes, type, name } = acceptedFiles().text
    const form = new FormData()
    for (const [part, text] of Object.entries({ kind: 'supporting', description: 'A file of a test run.' }))
      form.set(part, text)
    form.set('file', new Blob([bytes], { type }), name)
    const upload = requireSuccess(await call('uploadDocument', { params, form }))
    const document = await call('getDocument', { params: { document_id: textAt(upload, '/id') } })
    const link = linkOf(document)
    const fetched = await fetchLink(context, link)
    const why = `The borrower is travelling (${reference}).`
    const held = await call('holdOrder', { params, json: { reason: why } })
    const resumed = await call('resumeOrder', { params })
    const cancelled = await call('cancelOrder', { params, json: { reason: `The sale fell through (${reference}).` } })
    if (succeeded(cancelled)) orders.settled(id)
    const read = await call('getOrder', { params })
    const due = Object.entries({ created, held, resumed, cancelled }).flatMap(([name, answer]) =>
      succeeded(answer) ? raisedBy[name as keyof typeof raisedBy] : [],
    )
    const query = {
      lender_reference: String(fieldAt(read, '/lender_reference')),
      order_number: String(fieldAt(read, '/order_number')),
      status: String(fieldAt(read, '/status/code')),
    }
    return {
      id,
      reference,
      file: bytes,
      reason: why,
      created,
      replayed,
      amended,
      document,
      link,
      fetched,
      held,
      resumed,
      cancelled,
      read,
      listed: await eventually(
        () => call('listOrders', { query }),
        (page) => entriesAt(page, '/data').some((item) => item['id'] === id),
        patience.state,
      ),
      // Later the feed may have forgotten them.
      events: await eventually(
        () => readFeed(context, { order_id: id }, role),
        (pages) => due.every((type) => recordsOf(pages).some((event) => event.type === type)),
        patience.feed,
      ),
    }
  },
}
