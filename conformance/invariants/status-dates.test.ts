// Shows that an order whose status says that a date is set, and which shows none, is found, and no other order.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { shapeOfAnswer } from './schema/shape.ts'
import { statusDates } from './status-dates.ts'

const at = '2026-03-01T10:00:00Z'

const found = (code: string, dates: object): string[] => {
  const body = { id: 'ord_1', status: { code, label: 'A label', changed_at: at }, dates }
  const shape = shapeOfAnswer(exchangeOf({ operation: 'getOrder', body }))
  return statusDates.assert(shape!).flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

t.test('a status that goes with a date', async (t) => {
  const set = ['order.completed-at-is-set-by-a-delivery']
  t.strictSame(found('report_complete', { completed_at: null }), set)
  t.strictSame(found('revised_report_complete', { completed_at: null, appointment_at: at }), set)
  t.strictSame(found('appointment_scheduled', { completed_at: null, appointment_at: null }), [
    'lifecycle.appointment-scheduled-shows-appointment-at',
  ])
})

t.test('a date that is set or left out, and statuses that say nothing of a date', async (t) => {
  t.strictSame(found('report_complete', { completed_at: at, appointment_at: null }), [])
  t.strictSame(found('report_complete', {}), [])
  for (const code of ['new', 'awaiting_review', 'revision_requested', 'on_hold', 'cancelled', 'a_new_one'])
    t.strictSame(found(code, { completed_at: null, appointment_at: null }), [], code)
})
