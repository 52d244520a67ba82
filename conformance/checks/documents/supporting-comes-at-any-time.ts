// A supporting document is taken before, during and after the work, on a held and on a cancelled order, and the list and the
// order show it; some are of a type as another program writes it.
import { includes, present } from '../../evidence/expected.ts'
import { computedFrom, seenInEntry } from '../../evidence/seen.ts'
import { cancelledOrder } from '../../scenarios/cancelled-order.ts'
import { pacedOrder } from '../../scenarios/paced-order.ts'
import { workedOrder } from '../../scenarios/worked-order.ts'
import { awaitListed } from '../../steps/await-listed.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { readOrder } from '../../steps/order-state.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { agedItems, getPage, itemsOf } from '../../steps/walk-pages.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const anyTime = 'documents.supporting-may-come-at-any-time'
const shows = 'documents.list-shows-the-orders-documents'
const includesThem = 'order.read-includes-its-documents'
const summaries = 'documents.list-holds-summaries'

const types = {
  tiff: 'documents.upload-of-tiff-accepted',
  xml: 'documents.upload-of-xml-accepted',
  jpeg: 'documents.upload-of-jpeg-accepted',
}

/** A refusal of the type says nothing of the time, and another one nothing of the type. */
const rulesOf = (upload: Answered, type: keyof typeof types): string[] => {
  if (succeeded(upload)) return [anyTime, types[type]]
  return [upload.response.status === 415 ? types[type] : anyTime]
}

const newest = 'list.documents-newest-first'

const fields = ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at']

export default check({
  id: 'documents.supporting-comes-at-any-time',
  verifies: [anyTime, shows, includesThem, summaries, newest, ...Object.values(types)],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, shared } = context
    const { id, uploads } = await shared(workedOrder)
    for (const { answer, when } of uploads)
      expect(when === 'during' ? rulesOf(answer, 'tiff') : anyTime).status(answer, '2xx')
    const { answer: onHold } = (await shared(pacedOrder)).changes['held document']
    if (onHold) expect(rulesOf(onHold, 'xml')).status(onHold, '2xx')
    const cancelled = await shared(cancelledOrder)
    const { upload } = cancelled
    if (upload) {
      expect(rulesOf(upload, 'jpeg')).status(upload, '2xx')
      const id = fieldAt(upload, '/id')
      const look = () => client.call('listDocuments', { params: { order_id: cancelled.id } })
      const list = await awaitListed(context, look, succeeded(upload) ? [id] : [])
      const ids = itemsOf([list]).map((document) => document['id'])
      if (succeeded(upload)) expect(shows).that(computedFrom(ids, list, upload), () => ids.includes(id), includes(id))
    }
    const taken = uploads.map(({ answer }) => answer).filter(succeeded)
    const whole = { operationId: 'listDocuments', params: { order_id: id } } as const
    const list = await awaitListed(
      context,
      () => getPage(context, whole, { per_page: limits().per_page_max }),
      taken.map((answer) => fieldAt(answer, '/id')),
    )
    const documents = itemsOf([list])
    const ids = documents.map((document) => document['id'])
    const order = await readOrder(context, id)
    const onOrder = entriesAt(order, '/documents').map((document) => document['id'])
    for (const answer of taken)
      for (const [rule, shown, at] of [
        [shows, ids, list],
        [includesThem, onOrder, order],
      ] as const)
        expect(rule).that(
          computedFrom(shown, at, answer),
          () => shown.includes(fieldAt(answer, '/id')),
          includes(fieldAt(answer, '/id')),
        )
    // What came from either side has one order.
    compareNewestFirst(context, newest, agedItems(documents), list)
    for (const document of documents) {
      const lacking = fields.filter((field) => document[field] === undefined || document[field] === null)
      // A field that is missing alone is what the rule of that field says.
      const isSummary = lacking.length < fields.length / 2
      const [field = 'id'] = isSummary ? [] : lacking
      const isIt = (entry: Record<string, unknown>): boolean => entry['id'] === document['id']
      expect(summaries).that(
        seenInEntry(list, { isIt, field }),
        (value) => isSummary || (value !== undefined && value !== null),
        present,
      )
    }
  },
})
