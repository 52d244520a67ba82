// What amendments show.
import t from 'tap'
import { type Raised, day, none, post, read, seen } from './order-traffic.ts'

t.test('an amendment without effect tells whether it moves the age', async (t) => {
  const amend = (sent: unknown) => post('amendOrder', sent, { method: 'PATCH' })
  const moved = { dates: { updated_at: day('02T00:00:00.000') } }
  const freedom = 'amend.no-op-updated-at'
  t.same(seen(freedom, read({}), amend({ notes: [] }), read({})), none, 'it may have been refused by its name')
  t.same(seen(freedom, read({}), amend({ notes: [] }), read(moved)), ['moves'])
  t.same(seen(freedom, read({}), amend({ lender_reference: 'a' }), read({ ...moved, reference: 'a' })), none)
  t.same(seen(freedom, read({}), amend({ due_date: '2026-03-03' }), read(moved)), none, 'a request is no nothing')
  t.same(seen(freedom, read({}), post('sendMessage', {}), read({}), amend({ notes: [] }), read(moved)), none)
  t.same(seen(freedom, read({}), read(moved)), none)
})

t.test('a due date asked for tells who decides', async (t) => {
  const source = 'amend.due-date-is-a-request'
  const asking = post('amendOrder', { due_date: '2026-03-03' }, { source })
  const waits = { ...read({ dates: { due_date: '2026-03-10' } }), source }
  const changed = (from: string, more: Partial<Raised> = {}): Raised => ({
    type: 'order.due_date_changed',
    data: { due_date: '2026-03-03', previous_due_date: from },
    ...more,
  })
  const freedom = 'amend.due-date-in-sandbox'
  t.same(seen(freedom, asking, waits, changed('2026-03-10')), ['accepted-by-itself'])
  t.same(seen(freedom, asking, waits, changed('2026-03-03')), ['declined-by-itself'])
  t.same(seen(freedom, asking, changed('2026-03-10')), none, 'it may have moved at once')
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03')), ['event-with-same-date'])
  t.same(seen('amend.due-date-declined-event', changed('2026-03-10')), none)
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03', { test: true })), none, 'a specimen')
})
