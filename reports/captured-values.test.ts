// What a script takes from its own answers: an instant that a query names, from the last answer that gave it.
import t from 'tap'
import { capturesFor } from './captured-values.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const at = '2026-01-02T03:04:05.678Z'

const exchange = (id: string, url: string, answer: unknown): RecordedExchange => ({
  id,
  source: 'a.check',
  operation: 'listOrders',
  role: 'main',
  environment: 'sandbox',
  request: { method: 'GET', url: `https://x.example.com/v1${url}`, headers: [], body: null },
  response: { status: 200, headers: [], body: { text: JSON.stringify(answer), bytes: 1, sha256: '', cut: false } },
  failure: null,
  started_at: '',
  ms: 0,
})

const finding: Finding = {
  rule: 'a.rule',
  check: 'a.check',
  expected: 'includes ord_1',
  received: [],
  pointer: null,
  requests: ['x3'],
}

t.test('an instant of an order since which a list is read', (t) => {
  const first = exchange('x1', '/orders/ord_1', { dates: { created_at: at, updated_at: at } })
  const last = exchange('x2', '/orders/ord_1', { dates: { created_at: at, updated_at: at } })
  const read = (query: string) => exchange('x3', `/orders?page=1&updated_since=${query}`, { data: [] })
  const captured = (query: string) => {
    const judged = read(query)
    return capturesFor(finding, judged, [judged], [first, last, judged]).map(({ text, from, pointer }) => [
      text,
      from.id,
      pointer,
    ])
  }
  const encoded = encodeURIComponent(at)
  t.strictSame(captured(encoded), [[encoded, 'x2', '/dates/updated_at']])
  t.strictSame(captured('2026-01-02T03%3A04%3A06Z'), [], 'no answer gave that one')
  t.strictSame(captured('%'), [], 'what cannot be decoded is no instant')
  t.end()
})
