// A rule that is violated in two ways has one cause, which names both.
import { recordedExchange } from './recorded-exchange.support.ts'
import t from 'tap'
import type { Cause } from './causes-of-run.ts'
import { furtherViolations } from './further-violations.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { emptyRun } from './summary.ts'

const sent = (id: string, path: string): RecordedExchange =>
  recordedExchange({ id, method: 'POST', path, status: null })

const run = {
  ...emptyRun(),
  exchanges: [
    sent('x1', '/orders/ord_01ABCDEF/hold'),
    sent('x2', '/orders/ord_02ABCDEF/hold'),
    sent('x3', '/orders/ord_01ABCDEF/cancel'),
  ],
}

const finding = (given: Partial<Finding>): Finding => ({
  rule: 'r',
  check: 'c',
  expected: 409,
  received: 200,
  pointer: 'status',
  requests: ['x1'],
  ...given,
})

const causeOf = (...members: Finding[]): Cause => ({ rule: 'r', finding: members[0]!, members }) as Cause

t.test('another request, another status and another place are other ways', async (t) => {
  const members = [
    finding({}),
    finding({ requests: ['x2'] }),
    finding({ requests: ['x3'] }),
    finding({ received: 500 }),
    finding({ pointer: '/code', expected: 'a', received: 'b' }),
    finding({ rule: 'other', requests: ['x3'], received: 404 }),
  ]
  t.strictSame(furtherViolations(causeOf(...members), run), [
    '`POST /orders/{id}/cancel`: expected 409, received 200',
    '`POST /orders/{id}/hold`: expected 409, received 500',
    '`code`: expected a, received b',
  ])
})

t.test('other values at the same place are the same way', async (t) => {
  const values = ['b', 'c', 'd'].map((received) => finding({ pointer: '/code', expected: 'a', received }))
  t.strictSame(furtherViolations(causeOf(...values), run), [])
})

t.test('more than three are counted', async (t) => {
  const places = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => finding({ pointer: `/${name}`, received: 'x' }))
  t.equal(furtherViolations(causeOf(...places), run).at(-1), 'and 2 more ways')
})
