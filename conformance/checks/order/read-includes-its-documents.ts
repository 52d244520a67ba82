// Reading an order shows the summary of a document that was put on it, when it is on hold or cancelled as well.
import { atLeast, includes } from '../../evidence/expected.ts'
import { pacedOrder } from '../../scenarios/paced-order.ts'
import { seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'order.read-includes-its-documents'

export default check({
  id: 'order.read-includes-its-documents',
  verifies: [rule],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { document, status, 'held document': held } = (await shared(pacedOrder)).changes
    const { before, after, missed } = document
    if (missed) throw missed
    const known = entriesAt(before, '/documents').map(({ id }) => id)
    expect(rule).that(
      { ...seen(after, '/documents'), requests: [before.id, after.id] },
      () =>
        entriesAt(after, '/documents').some(({ id, filename }) => typeof filename === 'string' && !known.includes(id)),
      atLeast('1 entry more than before'),
    )
    const uploaded = entriesAt(after, '/documents').flatMap(({ id }) => (known.includes(id) ? [] : [id]))
    expect(rule).that(
      { ...seen(status.after, '/documents'), requests: [after.id, status.after.id] },
      () => uploaded.every((one) => entriesAt(status.after, '/documents').some(({ id }) => id === one)),
      includes(uploaded),
    )
    if (held.missed || !held.answer) return
    const late = fieldAt(held.answer, '/id')
    expect(rule).that(
      { ...seen(held.after, '/documents'), requests: [held.answer.id, held.after.id] },
      () => entriesAt(held.after, '/documents').some(({ id }) => id === late),
      includes(late),
    )
  },
})
