// An answer whose body says nothing is one cause, whatever fields it lacks.
import t from 'tap'
import type { Answered } from '../../conformance/evidence/exchange.ts'
import { exchangeOf } from '../../conformance/evidence/exchange.support.ts'
import { findingOf } from '../../conformance/evidence/failure.ts'
import { groupFindings } from '../../conformance/causes/group-findings.ts'
import { createSecrets } from '../../conformance/sut/secrets.ts'
import { createInvariantChecker } from '../../conformance/invariants/invariants.ts'

const created = (body: string | Buffer): Answered =>
  exchangeOf({
    id: 'x1',
    operation: 'createOrder',
    url: 'https://target.test/v1/orders',
    sent: {},
    status: 201,
    body: Buffer.from(body),
  })

const sight = { operation: 'createOrder', status: 201, explains: [] }

/** The causes of what is wrong with the body. */
const causesOf = (body: string | Buffer) => {
  const failed = createInvariantChecker(createSecrets())
    .exchange(created(body))
    .flatMap(({ invariant, assertions }) =>
      assertions
        .filter(({ passed, pointer }) => !passed && !pointer?.startsWith('header:'))
        .map((one) => findingOf(one, invariant, () => sight)),
    )
  return groupFindings(failed)
}

const cases = {
  'bytes that are no UTF-8': [Buffer.from('{"id":"\xff"}', 'latin1'), 'conventions.response-bodies-are-utf-8'],
  'text that is no JSON': ['<html>', 'conventions.response-bodies-are-json'],
  'no body': ['', /^order\./],
  'JSON that is no object': ['"created"', /^order\./],
} as const

for (const [name, [body, rule]] of Object.entries(cases))
  t.test(`${name} is one cause`, async (t) => {
    const causes = causesOf(body)
    t.match(causes, [{ id: rule, kind: 'unreadable_body', key: 'createOrder' }])
    t.equal(causes.length, 1)
    t.ok(causes[0]!.rules.includes('order.has-id'), 'what it lacks is part of it')
  })

t.test('fields that an object lacks are causes of their own', async (t) => {
  t.ok(causesOf('{}').length > 5)
  t.notMatch(causesOf('{}'), [{ kind: 'unreadable_body' }])
})
