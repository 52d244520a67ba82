// The first report raises `order.completed` with `revision` false, and the revised one raises it again with true; each shows
// the status that the order took by it, and lists the report.
import { atLeast, includes } from '../../evidence/expected.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { byId, statusInEvent } from '../../steps/events-of.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = {
  first: 'events.completed-revision-is-false-for-a-first-report',
  again: 'events.completed-is-raised-again-by-a-revised-report',
  revised: 'events.completed-revision-is-true-for-a-revised-report',
  moment: 'events.completed-status-is-of-that-moment',
  lists: 'events.completed-lists-the-documents-delivered',
  completed: 'order.completed-at-is-set-by-a-delivery',
}

const reports = ['report_pdf', 'report_data']

const reportsIn = (documents: unknown): unknown[] =>
  (Array.isArray(documents) ? documents : []).filter(({ kind }) => reports.includes(kind)).map(({ id }) => id)

export default check({
  id: 'events.report-says-whether-it-is-revised',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'revised_report_complete')
    const completed = sequence.events.filter(({ type }) => type === 'order.completed').toSorted(byId)
    const sources = completed.map(({ source }) => ({ id: source }))
    expect(rules.again).that(
      computedFrom(completed.length, answer, ...sources),
      () => completed.length >= 2,
      atLeast(2),
    )
    const [first] = completed
    const second = completed.length > 1 ? completed.at(-1) : undefined
    if (first) expect(rules.first).equal(computedFrom(first.data['revision'], ...sources), false)
    if (second) expect(rules.revised).equal(computedFrom(second.data['revision'], ...sources), true)
    const { order } = arrivedAt(sequence, 'report_complete')
    expect(rules.completed).that(
      seen(order, '/dates/completed_at'),
      (at) => typeof at === 'string' && !Number.isNaN(Date.parse(at)),
      'timestamp',
    )
    if (first) {
      expect(rules.moment).equal(statusInEvent(first), 'report_complete')
      const [listed, delivered] = [first.data['documents'], fieldAt(order, '/documents')].map(reportsIn)
      expect(rules.lists).that(
        computedFrom(listed, order, { id: first.source }),
        () => delivered!.length > 0 && delivered!.every((id) => listed!.includes(id)),
        includes(delivered),
      )
    }
    if (second) expect(rules.moment).equal(statusInEvent(second), 'revised_report_complete')
  },
})
