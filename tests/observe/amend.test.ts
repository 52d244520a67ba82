// What amendments show.
import t from 'tap'
import { type Given, type Raised, advance, day, none, post, read, seen } from './order-traffic.ts'

t.test('an amendment that succeeds shows that it is allowed', async (t) => {
  t.same(seen('amend.permission', post('amendOrder', {})), ['allowed'])
  t.same(seen('amend.permission', post('amendOrder', {}, { status: 403 })), none)
})

t.test('an amendment without effect shows whether it moves the age', async (t) => {
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

t.test('a due date asked for shows who decides', async (t) => {
  const source = 'amend.due-date-is-a-request'
  const asking = post('amendOrder', { due_date: '2026-03-03' }, { source })
  const waits = { ...read({ dates: { due_date: '2026-03-10' } }), source }
  const changed = (from: string, more: Partial<Raised> = {}): Raised => ({
    type: 'order.due_date_changed',
    data: { due_date: '2026-03-03', previous_due_date: from },
    ...more,
  })
  const freedom = 'amend.due-date-in-sandbox'
  t.same(seen(freedom, asking, waits, changed('2026-03-10')), ['accepted-automatically'])
  t.same(seen(freedom, asking, waits, changed('2026-03-03')), ['declined-automatically'])
  t.same(seen(freedom, asking, changed('2026-03-10')), none, 'it may have moved at once')
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03')), ['event-with-same-date'])
  t.same(seen('amend.due-date-declined-event', changed('2026-03-10')), none)
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03', { test: true })), none, 'a specimen')
})

t.test('amendments in closed statuses tell which are closed', async (t) => {
  const freedom = 'amend.closed-statuses'
  const at = (status: string) => read({ status })
  const amend = (sent: object, isTaken: boolean): Given =>
    post('amendOrder', sent, isTaken ? { body: sent } : { status: 409, body: { code: 'x' } })
  const other = (isTaken: boolean) => amend({ lender_reference: 'a' }, isTaken)
  const number = (isTaken: boolean) => amend({ loan: { number: '1' } }, isTaken)
  const [delivered, cancelled, revising] = [at('report_complete'), at('cancelled'), at('revision_requested')]
  const but = 'cancelled-and-delivered-but-loan-number'
  t.same(seen(freedom, delivered, other(false), number(true), cancelled, number(true), revising, other(true)), [but])
  t.same(seen(freedom, delivered, number(false), revising, other(true)), ['cancelled-and-delivered'])
  t.same(seen(freedom, revising, other(false), number(false)), ['cancelled-delivered-and-revising'])
  t.same(seen(freedom, revising, other(false), number(true)), ['cancelled-delivered-and-revising-but-loan-number'])
  t.same(seen(freedom, delivered, other(false), number(true), cancelled, number(false)), [
    'delivered-alone-but-loan-number',
  ])
  t.same(seen(freedom, delivered, other(true), cancelled, number(false)), ['cancelled-only'])
  t.same(seen(freedom, delivered, other(true), cancelled, number(true)), ['cancelled-only-but-loan-number'])
  t.same(seen(freedom, cancelled, other(false)), none, 'that one is closed in any case')
  t.same(seen(freedom, cancelled, number(true), revising, other(true), advance('report_complete'), other(false)), [but])
  const moved = post(
    'amendOrder',
    {},
    { body: { lender_reference: 'a', status: { code: 'new' } }, sent: { lender_reference: 'a' } },
  )
  t.same(seen(freedom, delivered, moved, cancelled, number(false)), none, 'it had moved on')
  t.same(seen(freedom, delivered, post('resumeOrder', {}), other(false), number(true)), none, 'its status is not known')
})
