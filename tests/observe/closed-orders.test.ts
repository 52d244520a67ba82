// What amendments of closed orders show.
import t from 'tap'
import { type Given, advance, none, post, read, seen } from './order-traffic.ts'

t.test('amendments in closed statuses tell which are closed', async (t) => {
  const freedom = 'amend.closed-statuses'
  const at = (status: string) => read({ status })
  const amend = (sent: object, isTaken: boolean): Given =>
    post('amendOrder', sent, isTaken ? { body: sent } : { status: 409, body: { code: 'x' } })
  const other = (isTaken: boolean) => amend({ lender_reference: 'a' }, isTaken)
  const number = (isTaken: boolean) => amend({ loan: { number: '1' } }, isTaken)
  const [delivered, cancelled, revising] = [at('report_complete'), at('cancelled'), at('revision_requested')]
  const but = 'cancelled-and-delivered-but-loan-number'
  t.same(seen(freedom, delivered, other(false), number(true)), [but])
  t.same(seen(freedom, delivered, number(false), revising, other(true)), ['cancelled-and-delivered'])
  t.same(seen(freedom, revising, other(false)), ['cancelled-delivered-and-revising'])
  t.same(seen(freedom, delivered, other(true), cancelled, number(false)), ['cancelled-only'])
  t.same(seen(freedom, delivered, other(true), cancelled, number(true)), ['cancelled-only-but-loan-number'])
  t.same(seen(freedom, cancelled, other(false)), none, 'that one is closed in any case')
  t.same(seen(freedom, advance('report_complete'), other(false), number(true)), [but])
  const moved = post(
    'amendOrder',
    {},
    { body: { lender_reference: 'a', status: { code: 'new' } }, sent: { lender_reference: 'a' } },
  )
  t.same(seen(freedom, delivered, moved, cancelled, number(false)), none, 'it had moved on')
  t.same(seen(freedom, delivered, post('resumeOrder', {}), other(false), number(true)), none, 'its status is not known')
})
