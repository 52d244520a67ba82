// Bodies that hold more than is judged are left out whole and named; all others are judged as they are.
import t from 'tap'
import { jsonOf } from '../../evidence/exchange.ts'
import { clientFindings } from '../client-findings.ts'
import { createBudget } from './budget.ts'
import { buildJournal } from './build-journal.ts'
import { bytesIn, type HarEntry } from './har-entry.ts'

const entry = (sent: string, received = '{}', encoding?: string): HarEntry => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: {
    method: 'POST',
    url: 'https://lender.test/v1/orders',
    headers: [{ name: 'Authorization', value: 'Bearer a-token' }],
    postData: { mimeType: 'application/json', text: sent, ...(encoding !== undefined && { encoding }) },
  },
  response: { status: 400, content: { mimeType: 'application/json', text: received } },
})

const list = (values: number): string => `[${Array.from({ length: values }, () => 1).join()}]`

t.test(
  'a body of too many values is left out whole, in either direction and writing, and its entry is named',
  async (t) => {
    const many = list(60_000)
    const { calls, leftOut } = buildJournal({
      entries: [
        entry('{"a":1}'),
        entry(many),
        entry('{"b":1}', many),
        entry(Buffer.from(many).toString('base64'), '{}', 'base64'),
        entry(list(40_000)),
        entry(JSON.stringify({ text: ','.repeat(100_000) })),
      ],
      fromStart: true,
    })
    t.same(leftOut, ['2', '3', '4'])
    t.same(
      calls.map(({ sent, received, known }) => [typeof sent, typeof received, known.body]),
      [
        ['object', 'object', 'whole'],
        ['undefined', 'object', 'unknown'],
        ['object', 'undefined', 'whole'],
        ['undefined', 'object', 'unknown'],
        ['object', 'object', 'whole'],
        ['object', 'object', 'whole'],
      ],
    )
  },
)

t.test('large bodies together hold no more than is judged, and small ones any number', async (t) => {
  const budget = createBudget()
  for (let n = 1; n <= 30; n += 1) budget.bounded(entry(list(40_000)), String(n))
  t.same(budget.leftOut, ['25', '26', '27', '28', '29', '30'])
  const small = entry(list(1_000))
  for (let n = 0; n < 3_000; n += 1) if (budget.bounded(small, 'small') !== small) t.fail('left out')
  t.ok(Array.isArray(jsonOf(bytesIn(budget.bounded(small, 'small').request.postData)!)))
})

t.test('a client is judged beside a body of millions of values', async (t) => {
  const { calls } = clientFindings([{ ...entry(list(3_000_000)), _id: 'j1' }])
  t.equal(calls, 1)
})

t.test(
  'a body of too many characters is left out whole, and so is what is too much of long ones together',
  async (t) => {
    const budget = createBudget()
    const body = (megabytes: number): string => JSON.stringify('x'.repeat(megabytes * 1024 * 1024))
    budget.bounded(entry(body(50)), '1')
    for (const number of ['2', '3', '4', '5']) budget.bounded(entry(body(40)), number)
    t.strictSame(budget.leftOut, ['1', '5'])
  },
)
