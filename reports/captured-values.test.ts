// What a script takes from its own answers: an instant that a query names, from the last answer that gave it.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import { capturesFor } from './captured-values.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const at = '2026-01-02T03:04:05.678Z'

const exchange = (id: string, path: string, answer: unknown): RecordedExchange =>
  recordedExchange({ id, source: 'a.check', operation: 'listOrders', path, answer })

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
  const list = exchange('x4', '/orders', { data: [{ dates: { updated_at: at } }] })
  const judged = read(encoded)
  const [known] = capturesFor(finding, judged, [judged], [first, list, judged])
  t.equal(known?.from.id, 'x1', 'another list has other entries')
  const cut = '2026-01-02T03%3A04%3A05Z'
  t.strictSame(captured(cut), [[cut, 'x2', '/dates/updated_at']], 'a check may have cut off the fraction')
  const other = exchange('x5', '/orders/ord_2', { id: 'ord_2', dates: { updated_at: at } })
  const own = exchange('x6', '/orders/ord_1', { id: 'ord_1', dates: { updated_at: at } })
  const wanted = read(cut)
  const [found] = capturesFor(finding, wanted, [wanted], [own, other, wanted])
  t.equal(found?.from.id, 'x6', 'that of the order which the finding expects')
  t.strictSame(captured('2026-01-02T08%3A04%3A05%2B05%3A00'), [], 'the form may be what is tested')
  t.strictSame(captured('2026-01-02T03%3A04%3A06Z'), [], 'no answer gave that one')
  t.strictSame(captured('%'), [], 'what cannot be decoded is no instant')
  t.end()
})
