// What refusals show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

t.test('refusals of a parameter, a secret, a method, and for want of service', async (t) => {
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
  t.same(shown('errors.retry-after-with-503', down()), ['absent'])

  const remove = (status: number, code: string, asking: Headers = []): Given => ({
    operation: null,
    method: 'DELETE',
    path: '/orders/ord_1',
    status,
    asking,
    body: { ...refusal(), code },
  })
  t.same(shown('transport.method-not-allowed', remove(405, 'method_not_allowed')), ['status-405'])
  t.same(shown('transport.method-not-allowed', remove(404, 'not_found')), ['status-404'])
  t.same(shown('transport.method-not-allowed', remove(404, 'not_found', [['Authorization', 'Bearer x']])), [])
  const allowed: Given = { operation: 'ping', headers: [['Access-Control-Allow-Origin', '*']] }
  t.same(shown('transport.cross-origin', { operation: 'ping' }), [])
  t.same(shown('transport.cross-origin', allowed), ['allowed'])
})
