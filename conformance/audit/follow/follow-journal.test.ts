// A journal that is followed for long keeps no long body in memory, and is judged as if it did.
import t from 'tap'
import { clientFindings } from '../client-findings.ts'
import { readEntries } from '../journal/read-entries.ts'
import { followJournal } from './follow-journal.ts'

const line = (n: number): string =>
  JSON.stringify({
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    time: 20,
    request: {
      method: 'POST',
      url: 'https://sandbox.lender-orders.example/v1/orders',
      headers: [{ name: 'Idempotency-Key', value: `key-${n}` }],
      postData: { mimeType: 'application/json', text: JSON.stringify({ clientReference: n, text: 'x'.repeat(300) }) },
    },
    response: {
      status: 422,
      headers: [],
      content: { text: JSON.stringify({ code: 'validation_failed', message: 'No.', correlation_id: 'cor_1' }) },
    },
  })

t.test('what is followed', async (t) => {
  const lines = Array.from({ length: 50 }, (_, n) => line(n))
  const given = (async function* () {
    yield* lines
  })()
  const entries = await followJournal({ name: 'the journal', lines: given, onNew: () => undefined })
  t.equal(entries.length, lines.length)
  t.notOk(entries.some(({ request }) => Object.hasOwn(request.postData!, 'text')))
  const whole = clientFindings(readEntries(lines.join('\n'), 'the journal').entries)
  t.ok(whole.summary.fail > 0, 'there is something to find')
  t.strictSame(clientFindings(entries), whole)
})
