// Shows that an order whose `updated_at` is earlier than its status or its documents is found.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import { statusTimes } from './status-times.ts'

const found = (order: object): string[] => {
  const shape = shapeOfAnswer(exchangeOf({ operation: 'getOrder', body: { id: 'ord_1', ...order } }))
  return statusTimes.assert(shape!).flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

const dates = { created_at: '2026-03-01T10:00:00Z', updated_at: '2026-03-01T10:00:05Z' }
const status = (changed_at: string) => ({ code: 'new', label: 'New', changed_at })
const document = (created_at: unknown) => ({ id: 'doc_1', kind: 'supporting', created_at })

t.test('a status or a document that is later than `updated_at`', async (t) => {
  t.strictSame(found({ dates, status: status('2026-03-01T10:00:07Z') }), ['order.updated-at-moves-with-the-status'])
  const documents = [document('2026-03-01T10:00:08Z'), document('2026-03-01T10:00:01Z')]
  t.strictSame(found({ dates, documents }), ['order.updated-at-moves-with-a-document'])
})

t.test('what is no later, or as good as at once, or no time', async (t) => {
  t.strictSame(found({ dates, status: status('2026-03-01T10:00:06Z') }), [])
  for (const at of ['2026-03-01T10:00:07Z', '2026-03-01T09:00:00+00:00', 'today', null, '2026-03-02T10:00:08+05:00'])
    t.strictSame(found({ dates, documents: [document(at)] }), [], String(at))
  t.strictSame(found({ dates: {}, documents: [document('2026-03-01T10:00:08Z')] }), [])
})
