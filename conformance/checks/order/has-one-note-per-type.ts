// Two notes of one type in one create never become two notes of the order.
import { includes, oneOf } from '../../evidence/expected.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { computedFrom, seenStatus } from '../../evidence/seen.ts'
import { readOrder } from '../../steps/order-state.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'order.has-one-note-per-type'
const both = 'order.two-notes-of-one-type-are-both-kept'
const texts = ['The gate code is 0042.', 'The key is with the neighbour.'] as const

const hasBoth = (text: unknown): boolean => texts.every((sent) => String(text).includes(sent))

export default check({
  id: 'order.has-one-note-per-type',
  verifies: [rule, both],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, recordReading, marker } = context
    const { coverage, ground } = await shared(orderInputs)
    const valid = validOrder(coverage.orderable[0]!, { ...ground, marker: marker() })
    // With one of the other type between them.
    const [first, second] = texts.map((text) => ({ type: 'order' as const, text }))
    const notes = [first!, { type: 'appointment' as const, text: 'Weekday mornings suit best.' }, second!]
    const answer = await create(context, { ...valid, notes })
    const { status } = answer.response
    if (status !== 201) {
      recordReading('create.two-notes-of-one-type', status === 400 ? 'status-400' : 'status-422', answer)
      expect([rule, both]).that(seenStatus(answer), () => status === 400 || status === 422, oneOf([201, 400, 422]))
      return
    }
    const read = await readOrder(context, textAt(answer, '/id'))
    for (const shown of [answer, read]) {
      const notes = entriesAt(shown, '/notes').filter(({ type }) => type === 'order')
      expect(rule).equal({ ...computedFrom(notes.length, shown), pointer: '/notes' }, 1)
    }
    const text = entriesAt(read, '/notes').find(({ type }) => type === 'order')?.['text']
    if (expect(both).that(computedFrom(text, read, answer), hasBoth, includes([...texts])))
      recordReading('create.two-notes-of-one-type', 'joined', answer)
    else if (String(text) === texts[1]) recordReading('create.two-notes-of-one-type', 'last-wins', answer)
  },
})
