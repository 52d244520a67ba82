// The delivery of a report raises `order.completed` with the report's files, and it is no revision.
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { findEvent, seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const raised = 'events.completed-is-raised-by-a-delivered-report'
const notRevised = 'events.completed-revision-is-false-for-a-first-report'

const first = {
  type: 'order.completed',
  fits: ({ status }: Record<string, unknown>) =>
    (status as { code?: unknown } | undefined)?.code !== 'revised_report_complete',
}

const kindOf = ({ document }: Record<string, unknown>): unknown =>
  (document as { kind?: unknown } | null | undefined)?.kind

export default check({
  id: 'events.delivery-raises-order-completed',
  verifies: [raised, notRevised, 'events.completed-has-report-format'],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, recordReading }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'report_complete')
    expect(raised).equal(seenEvent(sequence.events, first), 'order.completed')
    const event = findEvent(sequence.events, first)
    if (!event) return
    const revised = findEvent(sequence.events, { type: 'order.revision_requested' })
    // Other files, such as an invoice, may follow the report on their own.
    const added = sequence.events.some(
      ({ type, id, data }) =>
        type === 'order.document_added' && kindOf(data) === 'report_pdf' && (!revised || id < revised.id),
    )
    // What comes after the files of the delivery tells that none of them is still to come.
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
