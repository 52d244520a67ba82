// When its events have left the feed, an order is still there with all that is on it: the clock is moved beyond the retention.
import { limits } from '../../contract/limits.ts'
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { runAfter } from '../../scenarios/run-after.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { inProduction, productionOrder } from '../../scenarios/production-order.ts'
import { lastHour } from '../../scenarios/last-hour.ts'
import type { CallOptions } from '../../sut/call.ts'
import { readOrder } from '../../steps/order-state.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'

const rules = {
  read: 'order.outlives-its-events',
  list: 'list.holds-what-the-feed-has-forgotten',
  documents: 'documents.outlive-the-events',
  messages: 'messages.outlive-the-events',
  revisions: 'revisions.outlive-the-events',
}

const idsOf = (answers: readonly Answered[]): string[] =>
  answers.filter(succeeded).flatMap((answer) => {
    const id = fieldAt(answer, '/id')
    return typeof id === 'string' ? [id] : []
  })

type Call = (operation: string, options: CallOptions) => Promise<Answered>

const day = 86_400

/** Where a reader goes on that comes back with the id of an event which the feed has forgotten. */
const readBehindForgotten = async ({ client, recordReading, shared }: CheckContext): Promise<void> => {
  const freedom = 'feed.expired-cursor'
  const after = (await shared(exampleSequence)).events.find(({ via }) => via === 'feed')?.id
  if (after === undefined) return
  const answer = await client.call('listEvents', { query: { after, per_page: 1 } })
  const { status } = answer.response
  if (succeeded(answer)) recordReading(freedom, 'from-the-oldest', answer)
  else if ([400, 404, 422].includes(status)) recordReading(freedom, `status-${status}`, answer)
}

export default check({
  id: 'list.orders-outlive-the-events',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'control'],
  phase: 'last',
  async run(context) {
    const { client, control, eventually, expect, patience, shared } = context
    const { orderId, uploads, twins, messages, revisions } = await shared(correspondence)
    const production = context.has('production') ? await shared(productionOrder) : null
    const before = await readOrder(context, orderId)
    // What is read of the feed while it holds everything comes first.
    await runAfter(context, lastHour)
    await control!.advanceClock((limits().event_retention_days + 1) * day)

    const look = async (call: Call, id: string, was: Answered): Promise<boolean> => {
      const order = await call('getOrder', { params: { order_id: id } })
      // A sandbox may clear its orders away.
      if (call !== here || order.response.status !== 404) expect(rules.read).status(order, 200)
      if (!succeeded(order)) return false
      expect(rules.read).equal(seen(order, '/id'), id)
      const query = {
        updated_since: String(fieldAt(was, '/dates/updated_at')),
        lender_reference: String(fieldAt(was, '/lender_reference')),
      }
      const idsIn = (list: Answered) => entriesAt(list, '/data').map((item) => item['id'])
      const list = await eventually(
        () => call('listOrders', { query }),
        (page) => idsIn(page).includes(id),
        patience.state,
      )
      const listed = idsIn(list)
      expect(rules.list).that(computedFrom(listed, list, was), () => listed.includes(id), includes(id))
      return true
    }
    const here: Call = (operation, options) => client.call(operation, options)
    if (production) await look(inProduction(context), production.id, production.read)
    if (!(await look(here, orderId, before))) {
      expect(Object.values(rules)).notTested('sandbox-was-cleared')
      return
    }
    await readBehindForgotten(context)
    const params = { order_id: orderId }
    const children = async (rule: string, operation: string, ids: readonly string[]): Promise<void> => {
      const page = await client.call(operation, { params, query: { per_page: limits().per_page_max } })
      const there = new Set(entriesAt(page, '/data').map(({ id }) => id))
      const missing = ids.filter((id) => !there.has(id))
      if (ids.length === 0) expect(rule).notTested('nothing-to-look-for')
      else expect(rule).equal(computedFrom(missing, page), [])
    }
    const files = [...Object.values(uploads).map(({ answer }) => answer), ...twins]
    await children(rules.documents, 'listDocuments', idsOf(files))
    const [file] = idsOf(files)
    const read = file === undefined ? null : await client.call('getDocument', { params: { document_id: file } })
    if (read) expect(rules.documents).status(read, '2xx')
    await children(rules.messages, 'listMessages', idsOf(messages.map(({ answer }) => answer)))
    await children(rules.revisions, 'listRevisionRequests', idsOf(revisions))
  },
})
