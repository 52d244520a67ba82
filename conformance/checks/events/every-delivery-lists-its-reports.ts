// Of an order that was delivered again and again, each delivery is reported with the files that it brought.
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { mostDelivered } from '../../scenarios/most-delivered.ts'
import type { SeenEvent } from '../../steps/events-of.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.completed-lists-the-documents-delivered'

const reports = ['report_pdf', 'report_data']

const idsIn = ({ data }: SeenEvent): unknown[] =>
  (Array.isArray(data['documents']) ? data['documents'] : []).map((one: { id?: unknown } | null) => one?.id)

export default check({
  id: 'events.every-delivery-lists-its-reports',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { deliveries: own, order } = await context.shared(mostDelivered)
    const listed = own.flatMap(idsIn)
    const [first, last] = [own[0]!, own.at(-1)!].map(({ createdAt }) => Date.parse(createdAt))
    // What came before the first may be of a delivery that the feed does not hold any more, and what came after the last is no part of it.
    const delivered = entriesAt(order, '/documents')
      .filter(({ kind }) => reports.includes(String(kind)))
      .filter(({ created_at: at }) => Date.parse(String(at)) >= first! && Date.parse(String(at)) <= last!)
      .map((document) => document['id'])
    const sources = own.map(({ source }) => ({ id: source }))
    context
      .expect(rule)
      .that(
        computedFrom(listed, order, ...sources),
        () => delivered.every((one) => listed.includes(one)),
        includes(delivered),
      )
  },
})
