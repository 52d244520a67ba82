// The delivery of a report raises `order.completed` with the report's files, and it is no revision.
import { entriesIn } from '../../evidence/parts.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { fieldAt } from '../../steps/read.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const raised = 'events.completed-is-raised-by-a-delivered-report'
const each = 'events.document-added-is-raised-for-each-file-of-a-delivery-or-none'
const notRevised = 'events.completed-revision-is-false-for-a-first-report'

const first = {
  type: 'order.completed',
  fits: ({ status }: Record<string, unknown>) =>
    (status as { code?: unknown } | undefined)?.code !== 'revised_report_complete',
}

type Summary = { id?: unknown; kind?: unknown } | null

const documentIn = ({ document }: Record<string, unknown>): Summary => (document ?? null) as Summary

const isReport = (document: Summary): boolean => ['report_pdf', 'report_data'].includes(String(document?.kind))

export default check({
  id: 'events.delivery-raises-order-completed',
  verifies: [raised, notRevised, each, 'events.completed-has-report-format'],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'report_complete')
    expect(raised).equal(seenEvent(sequence.events, first), 'order.completed')
    const event = findEvent(sequence.events, first)
    if (!event) return
    const revised = findEvent(sequence.events, { type: 'order.revision_requested' })
    // Other files, such as an invoice, may follow the report on their own.
    const announced = sequence.events.filter(
      ({ type, id }) => type === 'order.document_added' && (!revised || id < revised.id),
    )
    const added = announced.some(({ data }) => isReport(documentIn(data)))
    const listed = event.data['documents']
    const unannounced = entriesIn(listed)
      .filter((one) => isReport(one) && !announced.some(({ data }) => documentIn(data)?.id === one?.id))
      .map((one) => one?.kind)
    // What comes after the files of the delivery shows that none of them is still to come.
    const missed = added && revised ? unannounced : []
    expect(each).equal(computedFrom(missed, answer, { id: event.source }), [])
    if (added) recordReading('events.first-delivery-document-added', 'per-file', answer)
    else if (revised) recordReading('events.first-delivery-document-added', 'later-files-only', answer)
    expect(notRevised).equal(seenInEvent(event, '/revision'), false)
    // A format may be added to the two of today; that of the order is the one.
    const format = fieldAt(sequence.placed.answer, '/order_type/report_format')
    expect('events.completed-has-report-format').that(
      seenInEvent(event, '/report_format'),
      (shown) => typeof shown === 'string' && (typeof format !== 'string' || shown === format),
      String(format),
    )
  },
})
