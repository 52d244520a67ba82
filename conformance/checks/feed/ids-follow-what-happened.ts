// Event ids sort in the order in which the things they report happened, as the moves of one order prove.
import { atLeast } from '../../evidence/expected.ts'
import { halfway } from '../../scenarios/run-events.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { findEvent, type Wanted } from '../../steps/events-of.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { check } from '../../kit/check.ts'

const rules = ['feed.ids-sort-in-raised-order']

type Data = Record<string, unknown>
const to =
  (code: string) =>
  ({ status }: Data) =>
    (status as { code?: unknown } | null | undefined)?.code === code

const happened: Wanted[] = [
  { type: 'order.created' },
  { type: 'order.assigned' },
  { type: 'order.status_changed', fits: to('appointment_scheduled') },
  { type: 'order.status_changed', fits: to('awaiting_review') },
  { type: 'order.completed', fits: ({ revision }) => revision !== true },
  { type: 'order.revision_requested' },
  { type: 'order.completed', fits: ({ revision }) => revision === true },
]

export default check({
  id: 'feed.ids-follow-what-happened',
  verifies: rules,
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const sequence = await shared(exampleSequence)
    const { answer } = arrivedAt(sequence, 'revised_report_complete')
    const found = happened.flatMap((wanted) => findEvent(sequence.events, wanted) ?? [])
    const ids = found.map(({ id }) => id)
    expect(rules).that(computedFrom(ids, answer), () => ids.length > 1, atLeast('2 events'))
    expect(rules).equal(computedFrom(ids.toSorted(), ...found.map(({ source }) => ({ id: source }))), ids)
    // Here a forward reader begins, whom another check meets again at the end of the run.
    const { events, pages } = await shared(halfway)
    const read = events.map(({ id }) => id)
    expect(rules).equal(computedFrom(read.toSorted(), ...pages), read)
  },
})
