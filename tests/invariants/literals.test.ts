// What an invariant expects is a value, a JSON type or a fixed form, and what is not there is received as undefined.
import t from 'tap'
import type { Assertion } from '../../conformance/evidence/assertion.ts'
import { shownExpectation } from '../../conformance/evidence/expected.ts'
import { createPersonal } from '../../conformance/sut/personal.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { finished, stamped, started } from '../reports/hostile-run.ts'
import { createTestJudge, example, exchange, type Given } from './support.ts'

const differences = (given: Given): Pick<Assertion, 'rule' | 'expected' | 'received' | 'pointer'>[] =>
  createTestJudge()
    .exchange(exchange(given))
    .flatMap(({ assertions }) => assertions)
    .filter(({ passed }) => !passed)

const of = (rule: string, given: Given) => {
  const found = differences(given).find((one) => one.rule === rule)
  return found && [shownExpectation(found.expected), found.received, found.pointer]
}

// oxlint-disable-next-line typescript/no-explicit-any
const order = (change: (order: any) => void): Given => {
  const json = example('Order')
  change(json)
  return { json }
}

t.test('a field that is missing, or of another type', async (t) => {
  t.strictSame(
    of(
      'order.has-fees',
      order((one) => delete one.fees),
    ),
    ['present', undefined, '/fees'],
  )
  t.strictSame(
    of(
      'order.has-order-number',
      order((one) => (one.order_number = 12)),
    ),
    ['string', 12, '/order_number'],
  )
  t.strictSame(
    of(
      'order.has-lender-reference',
      order((one) => (one.lender_reference = 7)),
    ),
    ['string or null', 7, '/lender_reference'],
  )
  t.strictSame(
    of(
      'conventions.booleans-are-true-or-false',
      order((one) => (one.flags.rush = 'no')),
    )?.slice(0, 2),
    ['boolean or null', 'no'],
  )
})

t.test('a header that is missing, or no number', async (t) => {
  const rule = 'limits.remaining-header-on-every-response'
  const json = example('Order')
  const at = 'header:X-RateLimit-Remaining'
  t.strictSame(of(rule, { json, without: 'X-RateLimit-Remaining' }), ['matches /^\\d+$/', undefined, at])
  t.strictSame(of(rule, { json, headers: [['X-RateLimit-Remaining', 'many']] }), ['matches /^\\d+$/', 'many', at])
  const limit = 'limits.rate-limit-header-on-every-response'
  t.strictSame(of(limit, { json, without: 'X-RateLimit-Limit' }), ['present', undefined, 'header:X-RateLimit-Limit'])
})

t.test('a body without the fields of an error', async (t) => {
  const rule = 'errors.standard-body-outside-token-endpoint'
  t.strictSame(of(rule, { status: 404, json: { message: 'no' } }), ['present', undefined, '/code'])
  t.strictSame(of(rule, { status: 404, json: { code: 'no' } }), ['present', undefined, '/message'])
})

t.test('the prefix and the length of an id', async (t) => {
  const id = order((one) => (one.id = 'order-1'))
  t.strictSame(of('conventions.order-ids-start-with-ord', id), ['starts with ord_', 'order-1', '/id'])
})

t.test('what is not there is shown as absent, also where a person’s text may stand', async (t) => {
  const missing = { rule: 'order.has-fees', check: 'invariant.fields', requests: ['x1'], expected: 'present' }
  const finding = { type: 'finding' as const, ...missing, received: undefined, pointer: '/appraiser_instructions' }
  const report = jsonReport(stamped([started(), createPersonal().inEvent(finding), finished(1)]))
  t.match(report.findings, [{ expected: 'present', received: 'absent' }])
})
