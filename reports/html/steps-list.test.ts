// The steps to a violation: only what is wrong is marked as wrong, and each advance shows where it leads.
import { recordedExchange } from '../recorded-exchange.support.ts'
import t from 'tap'
import type { Finding } from '../run-record.ts'
import type { Step } from './sequence.ts'
import { html } from './markup.ts'
import { stepsList, wrongPartOf } from './steps-list.ts'

const step = (id: string, path: string, body: string | null, status: number, guilty: boolean): Step => {
  const exchange = recordedExchange({ id, operation: 'advanceOrder', method: 'POST', path, sent: body, status })
  return { kind: 'exchange', id, at: exchange.started_at, exchange, guilty }
}

const finding = (given: Partial<Finding>): Finding => ({
  rule: 'r',
  check: 'c',
  expected: null,
  received: null,
  pointer: null,
  requests: ['x2'],
  ...given,
})

t.test('which part of a response is wrong', async (t) => {
  t.equal(wrongPartOf(finding({ pointer: '/status/changed_at' })), 'body')
  t.equal(wrongPartOf(finding({ pointer: 'header:Location' })), 'header')
  t.equal(wrongPartOf(finding({ pointer: 'status' })), 'status')
  t.equal(wrongPartOf(finding({ expected: 'refused with 409', received: 'answered 200' })), 'status')
  t.equal(wrongPartOf(finding({ expected: '200', received: 'answered 200' })), null)
  t.equal(wrongPartOf(finding({ expected: ['409'], received: { code: 200 } })), null)
})

t.test('a right status beside a wrong body is not marked; a wrong one is', async (t) => {
  const steps = [
    step('x1', '/orders/ord_1/advance', '{"to_status":"appraiser_assigned"}', 200, false),
    step('x2', '/orders', '<not JSON>', 201, true),
  ]
  const body = html`${stepsList(steps, 'body')}`.markup
  t.match(body, '<b>201</b>')
  t.match(body, /✕<\/span> body/)
  t.match(body, 'appraiser_assigned')
  t.match(html`${stepsList(steps, 'status')}`.markup, '<b class="bad">201</b>')
})
