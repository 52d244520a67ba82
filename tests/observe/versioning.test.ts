// What the version, its additions and its end show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, shown } from './bare-traffic.ts'

t.test('what may be added within a version', async (t) => {
  const account = { client_id: 'cli_1', environment: 'sandbox', lender: {}, company: {}, scopes: [], rate_limit: {} }
  const extra = (body: object) => shown('versioning.extra-response-fields', { operation: 'getAccount', body })
  t.same([extra(account), extra({ ...account, more: 'a b' })], [['none'], ['some']])
  const ending = (...headers: Headers) => shown('versioning.retirement-headers', { operation: 'getAccount', headers })
  t.same([ending(), ending(['Sunset', 'Sun, 22 Nov 2026 12:00:00 GMT'])], [['absent'], ['announced']])
  t.same(shown('versioning.version-segment', { operation: 'getAccount' }), ['last-segment'])
  t.same(shown('versioning.api-version', { type: 'order.created', api_version: '1.0.0' } as never), ['version-1-0-0'])
  t.same(shown('versioning.api-version', { type: 'order.created', api_version: '1.4.2' } as never), ['later-1-x'])
  t.same(shown('versioning.api-version', { type: 'order.created', api_version: '2.0.0' } as never), [])
  const order = (code: string, kind = 'supporting'): Given => ({
    operation: 'getOrder',
    body: { status: { code }, documents: [{ kind }] },
  })
  t.same(shown('versioning.new-status-codes', order('inspected')), ['new-codes'])
  t.same(shown('versioning.new-document-kinds', order('new', 'photo_addendum')), ['new-kinds'])
  t.same(shown('versioning.new-status-codes', order('new')), [])
  t.same(shown('versioning.new-document-kinds', order('new')), [])
  const types = (type: string): Given => ({ operation: 'listEvents', body: { data: [{ type }] } })
  t.same(shown('versioning.new-event-types', types('order.inspected')), ['new-types'])
  t.same(shown('versioning.new-event-types', types('order.created')), [])
  const catalog = (purpose: string): Given => ({
    operation: 'listOrderTypes',
    body: { data: [{ loan_purposes: ['purchase', purpose], report_format: 'uad_2_6' }] },
  })
  t.same(shown('versioning.new-enum-values', catalog('reverse_mortgage')), ['new-values'])
  t.same(shown('versioning.new-enum-values', catalog('refinance')), [])
})
