// The mutation operators: what each place is, what a condition leaves alone, and that two targets share nothing.
import t from 'tap'
import { contractBehaviour } from '../simulator/behaviour/behaviour.ts'
import { loadContract } from '../simulator/contract/contract.ts'
import type { Decision } from '../simulator/domain/decision.ts'
import type { Order } from '../simulator/domain/records.ts'
import * as op from '../simulator/behaviour/operators/index.ts'

const contract = loadContract()
const target = (change: op.Mutation) => {
  const behaviour = contractBehaviour(contract)
  change(behaviour)
  return behaviour
}

t.test('a place is a presenter, an operation that succeeds, or a type of event', async (t) => {
  const { tokens } = target(op.drop('tokens.response', 'scope'))
  t.strictSame(Object.keys(tokens.response('t')), ['access_token', 'token_type', 'expires_in'])
  const { wire } = target(op.drop('getOrder', 'dates.due_date'))
  const body = { id: 'ord_1', dates: { due_date: '2026-01-01', completed_at: null } }
  t.strictSame(wire.finish('getOrder', { status: 200, body }).body, { id: 'ord_1', dates: { completed_at: null } })
  t.strictSame(wire.finish('getOrder', { status: 404, body }).body, body, 'a refusal is left alone')
  t.strictSame(wire.finish('createOrder', { status: 201, body }).body, body, 'and so is another operation')
  t.equal(body.dates.due_date, '2026-01-01', 'what was shown is copied')
  const { events } = target(op.falsify('order.on_hold', 'reason', 'none'))
  const order = { id: 'ord_1' } as Order
  const raised = ['order.on_hold', 'order.resumed'].map((type) => ({ type, order, data: { reason: 'given' } }))
  const shown = events.raised({ order, raised } as Decision)
  t.strictSame(
    shown.map(({ data }) => data['reason']),
    ['none', 'given'],
  )
})

t.test('a condition leaves all else to the usual decision', async (t) => {
  const { lifecycle } = target(op.refuse('lifecycle.mayResume', ({ id }) => id === 'ord_1'))
  const held = { status: { code: 'on_hold' } } as Order
  t.equal(lifecycle.mayResume({ ...held, id: 'ord_1' }), false)
  t.equal(lifecycle.mayResume({ ...held, id: 'ord_2' }), true)
})

t.test('a memory belongs to one target, and several changes are named by the first', async (t) => {
  const first = op.stale('tokens.response')
  const [one, other] = [target(first), target(first)]
  t.equal(one.tokens.response('a')['access_token'], 'a')
  t.equal(one.tokens.response('b')['access_token'], 'a')
  t.equal(other.tokens.response('c')['access_token'], 'c')
  t.equal(op.together(first, op.drop('tokens.response', 'scope')).operator, 'stale')
  t.equal(op.together('late', first).operator, 'late', 'or by an operator')
  t.equal(first.as('repeat').operator, 'repeat')
  t.equal(op.perTarget(() => op.skip('tokens.checkQuery')).operator, 'skip')
  const counting = op.perTarget((given = 0) => ['reorder', op.replace('tokens.issue', () => String((given += 1)))])
  t.equal(counting.operator, 'reorder')
  const issuedBy = ({ tokens }: ReturnType<typeof target>) =>
    Array.from({ length: 2 }, () => tokens.issue({} as never, 'sandbox', ''))
  const [third, fourth] = [target(counting), target(counting)]
  t.strictSame(
    [issuedBy(third), issuedBy(fourth)],
    [
      ['1', '2'],
      ['1', '2'],
    ],
  )
  t.equal(
    target(op.replace('tokens.isExpired', false).as('stale')).tokens.isExpired({ expiresAt: 0 } as never, 1),
    false,
  )
})
