// What the fields of an order show as it moves on.
import t from 'tap'
import { day, none, read, seen } from './order-traffic.ts'

t.test('dates tell whether they outlast what they tell of', async (t) => {
  const appointed = read({ status: 'appointment_scheduled', dates: { appointment_at: day('05T10:00:00.000') } })
  const after = (at: string | null) => read({ status: 'awaiting_review', dates: { appointment_at: at } })
  const appointment = 'order.appointment-after-leaving'
  t.same(seen(appointment, appointed, after(day('05T10:00:00.000'))), ['kept'])
  t.same(seen(appointment, appointed, after(null)), ['cleared'])
  t.same(seen(appointment, after(null)), none, 'an appointment that never was cannot be cleared')

  const first = day('02T10:00:00.000')
  const complete = read({ status: 'report_complete', dates: { completed_at: first } })
  const revising = (at: string | null) => read({ status: 'revision_requested', dates: { completed_at: at } })
  t.same(seen('order.completed-at-while-revising', complete, revising(first)), ['kept'])
  t.same(seen('order.completed-at-while-revising', complete, revising(null)), ['cleared'])
  t.same(seen('order.completed-at-while-revising', revising(null)), none, 'a cancelled order may be revised too')

  const revised = (at: string, changed: string) =>
    read({ status: 'revised_report_complete', changed, dates: { completed_at: at } })
  const later = day('03T10:00:00.000')
  t.same(seen('order.completed-at-after-revision', complete, revised(later, later)), ['latest-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, later)), ['first-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, first)), none, 'both within one second')
})

t.test('a cancelled order tells whether its fee stays', async (t) => {
  const fee = 'order.fee-after-cancellation'
  t.same(seen(fee, read({}), read({ status: 'cancelled' })), ['unchanged'])
  t.same(seen(fee, read({}), read({ status: 'cancelled', fee: '250.00' })), ['reduced'])
  t.same(seen(fee, read({ fee: null }), read({ status: 'cancelled', fee: '250.00' })), none, 'it was quoted meanwhile')
})
