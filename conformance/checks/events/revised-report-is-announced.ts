// A revised report is a later file, whose addition raises `order.document_added`.
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { eventsOf, findEvent, type SeenEvent } from '../../steps/events-of.ts'
import { derived } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.document-added-is-raised-by-a-revised-report'

const reportKinds = ['report_pdf', 'report_data']

const isReport = ({ type, data }: SeenEvent): boolean =>
  type === 'order.document_added' && reportKinds.includes(String((data['document'] as { kind?: unknown } | null)?.kind))

/** Event ids sort in the order raised. */
const announced = (events: readonly SeenEvent[]): SeenEvent | undefined => {
  const opened = findEvent(events, { type: 'order.revision_requested' })
  return events.find((event) => isReport(event) && opened !== undefined && event.id > opened.id)
}

export default check({
  id: 'events.revised-report-is-announced',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const sequence = await context.shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'revised_report_complete')
    const isThere = (events: readonly SeenEvent[]): boolean => announced(events) !== undefined
    const events = isThere(sequence.events)
      ? sequence.events
      : await context.eventually(() => eventsOf(context, sequence.placed.id), isThere, context.patience.feed)
    const sources = events.filter(({ type }) => type === 'order.completed').map(({ source }) => ({ id: source }))
    context.expect(rule).equal(derived(announced(events)?.type, answer, ...sources), 'order.document_added')
  },
})
