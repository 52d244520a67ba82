// The room of the journal: what comes after an answer takes none of it.
import t from 'tap'
import { createJournal } from './create-journal.ts'

t.test('what comes of a body after its answer is counted, not kept, and takes no room of others', async (t) => {
  const journal = createJournal({ entries: 10, bytes: 1_000 })
  const late = journal.take()
  late.add('x')
  late.release()
  late.add('x'.repeat(400))
  t.strictSame(late.body, { chunks: ['x'], size: 401, truncated: true })
  const whole = 'y'.repeat(400)
  const next = journal.take()
  next.add(whole)
  t.strictSame(next.body, { chunks: [whole], size: 400, truncated: false })
  t.strictSame(journal.keep('z'.repeat(101)), { chunks: [], size: 101, truncated: true }, 'half of the room is in use')
})
