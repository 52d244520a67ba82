// The kind and key of a failure.
import t from 'tap'
import { assertion, type Assertion } from './assertion.ts'
import { absent, atLeast, excludes, includes, ofType, oneOf, present, rising } from './expected.ts'
import { failureOf, findingOf, pathOf } from './failure.ts'
import type { ExchangeFacts } from './exchange-facts.ts'

const facts = (operation: string, status: number, ...explains: string[]): ExchangeFacts => ({
  operation,
  status,
  explains,
})

const of = (
  expected: unknown,
  received: unknown,
  pointer?: string,
  seen: ExchangeFacts | null = null,
  rule = 'a.b',
) => {
  const [one] = assertion(rule, false, expected, received, pointer)
  const { kind, key } = failureOf(one!, seen)
  return [kind, key]
}

t.test('the path of a field has no positions, nor the data around an order', async (t) => {
  t.strictSame(pathOf('/status/changed_at'), ['status', 'changed_at'])
  t.strictSame(pathOf('/data/12/status/changed_at'), ['status', 'changed_at'])
  t.strictSame(pathOf('/data/12/data/status/changed_at'), ['status', 'changed_at'])
  t.strictSame(pathOf('/documents/0/id'), ['documents', 'id'])
  t.strictSame(pathOf('/data'), [])
  t.strictSame(pathOf(''), [])
  t.strictSame(pathOf('status'), [])
})

t.test('a field that is missing, unexpected, of another type, or of another value', async (t) => {
  t.strictSame(of(present, undefined, '/data/3/fee'), ['missing_field', 'fee'])
  t.strictSame(of('1.00', undefined, '/fee'), ['missing_field', 'fee'])
  t.strictSame(of(absent, 'x', '/fee'), ['unexpected_field', 'fee'])
  t.strictSame(of(ofType(['string', 'null']), 7, '/fee'), ['wrong_type', 'fee'])
  t.strictSame(of('1.00', '2.00', '/fee'), ['wrong_value', 'fee'])
  t.strictSame(of(atLeast(1), 0, '/page'), ['wrong_value', 'page'])
  t.strictSame(of(includes('lender'), [], '/scopes'), ['missing_entry', 'scopes'])
  t.strictSame(of(excludes('x'), ['x'], '/scopes'), ['unexpected_entry', 'scopes'])
  t.strictSame(of('on_hold', 'new', '/data/0/status/code'), ['wrong_state', 'on_hold'])
})

t.test('of two objects the first field in which they differ', async (t) => {
  t.strictSame(of({ code: 'new', at: 't' }, { code: 'new' }, '/status'), ['missing_field', 'status.at'])
  t.strictSame(of({ code: 'new' }, { code: 'new', at: 't' }, '/status'), ['unexpected_field', 'status.at'])
  t.strictSame(of(['a'], ['b'], '/ids'), ['wrong_value', 'ids'], 'an entry is no field')
})

t.test('a header', async (t) => {
  t.strictSame(of(present, undefined, 'header:Retry-After'), ['missing_header', 'Retry-After'])
  t.strictSame(of(absent, 's=1', 'header:Set-Cookie'), ['unexpected_header', 'Set-Cookie'])
  t.strictSame(of('600', '60', 'header:X-RateLimit-Limit'), ['wrong_header', 'X-RateLimit-Limit'])
})

t.test('a status', async (t) => {
  const status = (expected: unknown, seen: ExchangeFacts, rule?: string) =>
    of(expected, seen.status, 'status', seen, rule)
  t.strictSame(status('2xx', facts('holdOrder', 500)), ['server_error', 'holdOrder'])
  t.strictSame(status('2xx', facts('getWebhook', 404)), ['not_served', 'getWebhook'])
  t.strictSame(status(422, facts('getWebhook', 405)), ['not_served', 'getWebhook'])
  const unknown = facts('getOrder', 404, 'not_found')
  t.strictSame(status(200, unknown), ['refused', 'getOrder 404 not_found'], 'an order may be missing')
  const fields = facts('createOrder', 422, 'validation_failed', 'loan.purpose')
  t.strictSame(status(201, fields), ['refused', 'createOrder 422 validation_failed loan.purpose'])
  t.strictSame(status(oneOf([400, 422]), facts('createOrder', 201)), ['accepted', 'a.b'])
  const cell = 'sandbox.advance-to-pending-review-refused'
  t.strictSame(status(409, facts('advanceOrder', 200), cell), ['accepted', 'advanceOrder'], 'an action in a status')
  t.strictSame(status(201, facts('createOrder', 200)), ['wrong_status', 'createOrder 200'])
  t.strictSame(status(403, facts('cancelOrder', 401)), ['wrong_status', 'cancelOrder 401'])
  t.strictSame(of(1, 0, undefined, facts('holdOrder', 502)), ['server_error', 'holdOrder'])
})

t.test('the code of an error is another at every operation', async (t) => {
  t.strictSame(of('not_found', 'missing', '/code', facts('getOrder', 404)), ['wrong_code', 'not_found'])
  t.strictSame(of('a', 'b', '/code', facts('listOrderTypes', 200)), ['wrong_value', 'code'])
})

t.test('what has no place is named after its rule', async (t) => {
  t.strictSame(of(300, 120), ['wrong_outcome', 'a.b'])
  t.strictSame(of(rising, [2, 1]), ['wrong_order', 'a.b'])
  t.strictSame(of(includes('o1'), []), ['missing_entry', 'a.b'])
  t.strictSame(of({ page: 1 }, { page: 2 }), ['wrong_outcome', 'a.b'], 'its members may be no fields')
})

t.test('what the assertion itself says goes first', async (t) => {
  const [one] = assertion('a.b', false, 'order.resumed', undefined, undefined, {
    kind: 'missing_event',
    key: 'order.resumed',
  })
  t.strictSame(failureOf(one!, null), { kind: 'missing_event', key: 'order.resumed' })
  const kindAlone: Assertion = { ...one!, failure: { kind: 'accepted' } }
  t.strictSame(failureOf(kindAlone, null), { kind: 'accepted', key: 'a.b' })
})

t.test('a finding has its expectation in words, and the exchange that it is about from the record', async (t) => {
  const [one] = assertion('a.b', false, { status: oneOf([400, 422]) }, { status: 500 })
  const seen = { x1: facts('getOrder', 200), x2: facts('createOrder', 503) }
  const look = (id: string) => seen[id as keyof typeof seen] ?? null
  t.strictSame(findingOf({ ...one!, requests: ['x1', 'x2', 'd1'] }, 'c.d', look), {
    rule: 'a.b',
    check: 'c.d',
    kind: 'server_error',
    key: 'createOrder',
    expected: { status: 'one of 400, 422' },
    received: { status: 500 },
    pointer: null,
    requests: ['x1', 'x2', 'd1'],
  })
})

t.test('each field of an error body that lies under another field has one failure', async (t) => {
  const nested = { ...facts('holdOrder', 409, 'x'), nestedUnder: 'error' }
  for (const pointer of ['/code', '/current_status', '/details/0/field'])
    t.strictSame(of(present, undefined, pointer, nested), ['nested_error', 'error'])
  t.strictSame(of(409, 400, 'status', nested)[0], 'wrong_status', 'the status is another matter')
})
