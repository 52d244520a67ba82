// The room of the journal: what comes after an answer takes none of it, and deliveries take none of the requests'.
import t from 'tap'
import { createJournal } from './create-journal.ts'
import { textBody } from './record.ts'
import type { JournalRecord } from './record.ts'

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

const record = (kind: JournalRecord['kind'], text = ''): JournalRecord => ({
  id: 0,
  kind,
  at: 0,
  domainAt: 0,
  waitMs: 0,
  totalMs: 0,
  environment: null,
  operation: null,
  clientId: null,
  orderId: null,
  fault: null,
  error: null,
  event: null,
  request: { method: 'POST', url: 'http://localhost/', httpVersion: 'HTTP/1.1', head: '', body: textBody(text) },
  response: null,
})

const idsOf = (records: readonly JournalRecord[]): string =>
  records.map(({ id, kind }) => `${kind.slice(0, 1)}${id}`).join(' ')

t.test('deliveries push no request out, nor requests a delivery', async (t) => {
  const journal = createJournal({ entries: 2, bytes: 1_000_000 })
  for (const kind of ['request', 'delivery', 'delivery', 'delivery', 'request', 'delivery'] as const)
    journal.add(record(kind))
  t.equal(idsOf(journal.after()), 'r1 d4 r5 d6')
  t.equal(idsOf(journal.after(4)), 'r5 d6')
  t.strictSame(journal.dropped(), { requests: 0, deliveries: 2 })
  journal.add(record('request'))
  t.equal(idsOf(journal.after()), 'd4 r5 d6 r7')
  t.strictSame(journal.dropped(), { requests: 1, deliveries: 2 })
})

t.test('of the bytes either kind has half, and what the other leaves', async (t) => {
  const large = 'x'.repeat(10_000)
  const journal = createJournal({ entries: 100, bytes: 60_000 })
  for (let n = 0; n < 2; n += 1) journal.add(record('request', large))
  for (let n = 0; n < 10; n += 1) journal.add(record('delivery', large))
  t.equal(idsOf(journal.after()), 'r1 r2 d11 d12', 'four with their heads fit')
  for (let n = 0; n < 10; n += 1) journal.add(record('request', large))
  t.equal(idsOf(journal.after()), 'd11 d12 r21 r22')
})

t.test('the first request is marked, and the first after the user said that the client starts', async (t) => {
  const journal = createJournal({ entries: 10, bytes: 1_000_000 })
  const add = (kind: JournalRecord['kind']): true | undefined => {
    journal.add(record(kind))
    return journal.after().at(-1)!.isStart
  }
  t.equal(add('delivery'), undefined)
  journal.clear()
  t.equal(add('request'), true, 'no request was lost')
  t.equal(add('request'), undefined)
  journal.clear()
  t.equal(add('request'), undefined, 'requests came before')
  journal.clear(true)
  t.equal(add('delivery'), undefined)
  t.equal(add('request'), true)
})
