// The first report raises `order.completed` with `revision` false, and the revised one raises it again with true.
import { atLeast } from '../../evidence/expected.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { derived } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const rules = {
  first: 'events.completed-revision-is-false-for-a-first-report',
  again: 'events.completed-is-raised-again-by-a-revised-report',
  revised: 'events.completed-revision-is-true-for-a-revised-report',
}

export default check({
  id: 'events.report-says-whether-it-is-revised',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'revised_report_complete')
    const completed = sequence.events
      .filter(({ type }) => type === 'order.completed')
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const sources = completed.map(({ source }) => ({ id: source }))
    expect(rules.again).that(derived(completed.length, answer, ...sources), () => completed.length >= 2, atLeast(2))
    const [first] = completed
    const second = completed.length > 1 ? completed.at(-1) : undefined
    if (first) expect(rules.first).equal(derived(first.data['revision'], ...sources), false)
    if (second) expect(rules.revised).equal(derived(second.data['revision'], ...sources), true)
  },
})
