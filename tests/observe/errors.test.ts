// What refusals show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

const seen = (freedom: string, body: object, more: Partial<Given> = {}) =>
  shown(`errors.${freedom}`, {
    operation: 'getOrder',
    status: 404,
    body: { ...refusal(), code: 'not_found', ...body },
    ...more,
  })

t.test('a refusal shows what its body has', async (t) => {
  t.same(seen('details-when-none', {}), ['left-out'])
  t.same(seen('details-when-none', { details: null }), ['null-value'])
  t.same(seen('details-when-none', { details: [] }), ['empty-array'])
  t.same(seen('current-status-elsewhere', {}), ['left-out'])
  t.same(seen('current-status-elsewhere', { current_status: null }), ['null-value'])
  const id = '0af7651916cd43dd8448eb211c80319c'
  t.same(seen('correlation-id-form', { correlation_id: id }), ['trace-id'])
  t.same(seen('correlation-id-form', { correlation_id: '0af76519-16cd-43dd-8448-eb211c80319c' }), ['uuid'])
  t.same(seen('correlation-id-form', { correlation_id: 'req_1' }), ['prefixed-text'])
  t.same(seen('correlation-header', { correlation_id: id }), ['body-only'])
  t.same(seen('correlation-header', { correlation_id: id }, { headers: [['X-Id', id]] }), ['header-too'])
  t.same(seen('extra-fields', {}), ['those-listed'])
  t.same(seen('extra-fields', { help: 'x' }), ['further-fields'])
})

t.test('a refusal of a request shows its code, its status and its details', async (t) => {
  const one = (freedom: string, status: number, details?: unknown, more: Partial<Given> = {}) =>
    shown(`errors.${freedom}`, { operation: 'createOrder', sent: {}, status, body: refusal(details), ...more })
  t.same(one('code-of-400', 400, [], { body: { ...refusal(), code: 'invalid_request' } }), ['invalid-request'])
  t.same(one('code-of-400', 400, [], { body: { ...refusal(), code: 'validation_failed' } }), ['validation-failed'])
  t.same(one('code-of-400', 400, [], { body: { ...refusal(), code: 'bad_request' } }), ['another-code'])
  t.same(one('code-of-400', 422), [])
  t.same(one('details-presence', 422, [{ field: 'loan', code: 'required' }]), ['present'])
  const presence = (...answers: unknown[][]) =>
    shown(
      'errors.details-presence',
      ...answers.map((details): Given => ({ operation: 'createOrder', sent: {}, status: 422, body: refusal(details) })),
    )
  t.same(presence([], [], []), ['absent'])
  t.same(presence([], []), [], 'two creates may each have a reason of their own')
  const message = {
    operation: 'sendMessage',
    sent: {},
    status: 422,
    body: { ...refusal([]), code: 'recipient_not_allowed' },
  }
  t.same(shown('errors.details-presence', message, message, message), [], 'a code that says it all')
  const statusDetail = [{ field: 'status', code: 'current_status' }]
  t.same(one('details-presence', 422, statusDetail), [], 'the contract shows that entry')
  t.same(one('details-presence', 422, [{ field: 'borrowers.0.contacts' }]), [], 'the contract shows that entry')
  t.same(one('detail-codes', 422, [{ code: 'too_long' }]), ['further-codes'])
  t.same(one('detail-codes', 422, [{ code: 'required' }]), [])
  t.same(one('detail-value-when-missing', 422, [{ code: 'required', value: null }]), ['null-value'])
  t.same(one('detail-value-when-missing', 422, [{ code: 'required' }]), ['left-out'])
  const advance = (sent: object, status: number) =>
    one('missing-required-elsewhere', status, [], { operation: 'advanceOrder', sent })
  t.same([advance({}, 400), advance({}, 422), advance({ to_status: 'new' }, 422)], [['status-400'], ['status-422'], []])
  const hold = (reason: unknown, status: number) =>
    one('wrong-type-elsewhere', status, [], { operation: 'holdOrder', sent: { reason } })
  t.same([hold(1, 200), hold(1, 422), hold('x', 200), hold(null, 422)], [['ignored'], ['status-422'], [], []])
  const amend = (details?: unknown) => one('details-on-other-conflicts', 409, details, { operation: 'amendOrder' })
  t.same([amend([{ field: 'status' }]), amend()], [['as-on-hold'], ['none']])
})

t.test('refusals of a parameter, a secret, and for want of service', async (t) => {
  const list = (field: unknown, path = '/orders?page=0'): Given => ({
    operation: 'listOrders',
    path,
    status: 422,
    body: refusal([{ field }]),
  })
  t.same(shown('errors.detail-field-forms', list('page')), ['name-of-parameter'])
  t.same(shown('errors.detail-field-forms', list('')), ['empty-or-null'])
  t.same(shown('errors.detail-field-forms', list('elsewhere')), [])

  const put = (detail: object, secret: unknown = 'short'): Given => ({
    operation: 'setWebhook',
    status: 422,
    sent: { secret },
    body: refusal([{ field: 'secret', code: 'invalid_value', ...detail }]),
  })
  t.same(shown('errors.secret-values-in-details', put({ value: null })), ['withheld'])
  t.same(shown('errors.secret-values-in-details', put({ value: '***' })), ['withheld'])
  t.same(shown('errors.secret-values-in-details', put({})), ['left-out'])
  t.same(shown('errors.secret-values-in-details', put({ value: 'short' }), put({ value: null }, null)), [])

  const down = (...headers: Headers): Given => ({ operation: 'getOrder', status: 503, headers, body: refusal() })
  t.same(shown('errors.retry-after-with-503', down(['Retry-After', '5'])), ['seconds'])
  t.same(shown('errors.retry-after-with-503', down(['Retry-After', 'Sun, 22 Nov 2026 12:00:00 GMT'])), ['http-date'])
  t.same(shown('errors.retry-after-with-503', down()), [], 'no reading')
})
