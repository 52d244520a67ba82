// Calls that repeat one another, and one cause that is met again and again.
import t from 'tap'
import { buildJournal } from './journal/build-journal.ts'
import type { HarEntry } from './journal/har-entry.ts'
import { judgeJournal } from './judge-journal.ts'
import { bodyKey } from './repeats.ts'

const create = (second: number, city: string): HarEntry => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  time: 5,
  request: {
    method: 'POST',
    url: 'https://appraisals.example/api/v1/orders',
    headers: [{ name: 'authorization', value: 'Bearer t' }],
    postData: { mimeType: 'application/json', text: JSON.stringify({ city, unit: second }) },
  },
  response: { status: 201, headers: [], content: { mimeType: 'application/json', text: '{"id":"ord_1"}' } },
})

t.test('bodies that differ in letters of any alphabet alone are different', async (t) => {
  // The same low byte, which is all that one byte a letter has room for.
  const journal = buildJournal({ entries: [create(1, '\u{4e2d}'), { ...create(1, '\u{2d}') }], fromStart: true })
  const [one, other] = journal.calls.map(bodyKey)
  t.not(one, other)
  t.equal(one, bodyKey(journal.calls[0]!))
})

t.test('what is met a thousand times is one finding, with the first calls and the last', async (t) => {
  const entries = Array.from({ length: 1_000 }, (_, index) => create(index, 'Austin'))
  const { findings, verdicts } = judgeJournal(buildJournal({ entries, fromStart: true }))
  const rule = 'idempotency.client-always-sends-a-key'
  const found = findings.filter((finding) => finding.rule === rule)
  t.equal(found.length, 1)
  t.match(found[0]!.received, /\(1000 times\)$/)
  t.strictSame(found[0]!.requests, [...Array.from({ length: 20 }, (_, index) => `x${index + 1}`), 'x1000'])
  t.equal(verdicts.find((one) => one.rule === rule)!.verdict, 'fail')
})
