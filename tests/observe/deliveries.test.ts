// What deliveries show of how they are written, and what is in them.
import t from 'tap'
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Sent, shownStatus } from './call-traffic.ts'

t.test('a delivery tells how it is written', async (t) => {
  const usual = (more: [string, string][]): Sent => ({
    headers: [['Content-Type', 'application/json'], ['Host', 'x'], ...more] as Headers,
  })
  t.same(shownStatus('delivery.content-type-parameter', {}), ['without-charset'])
  t.same(
    shownStatus('delivery.content-type-parameter', { headers: [['content-type', 'application/json; charset=utf-8']] }),
    ['with-charset'],
  )
  t.same(shownStatus('delivery.extra-headers', usual([['X-Forwarded-For', '1.1.1.1']])), ['those-listed'])
  t.same(shownStatus('delivery.extra-headers', usual([['X-Trace', '1']])), ['further-headers'])
  t.same(shownStatus('delivery.header-letter-case', {}), ['as-listed'])
  t.same(shownStatus('delivery.header-letter-case', { headers: [['x-service-signature', 't=1,v1=0a']] }), [
    'lower-case',
  ])
  t.same(shownStatus('delivery.hex-case', {}), ['lower-case'])
  t.same(shownStatus('delivery.hex-case', { headers: [['X-Service-Signature', 't=1,v1=0A1B']] }), ['upper-case'])
  t.same(shownStatus('delivery.hex-case', { headers: [['X-Service-Signature', 't=1,v1=0123']] }), [])
  t.same(shownStatus('delivery.hex-case', { fault: { fails: 'signature' } as unknown as Delivery['fault'] }), [])
  t.same(shownStatus('delivery.json-text', { text: '{"a":"b c"}' }), [], 'nothing that could be escaped')
  t.same(shownStatus('delivery.json-text', { text: '{"a":"Zöe"}' }), ['compact'])
  t.same(shownStatus('delivery.json-text', { text: '{"a":"Z\\u00f6e"}' }), ['escaped'])
  t.same(shownStatus('delivery.json-text', { text: '{"a":"\\\\u00f6 \\u0001"}' }), [])
  t.same(shownStatus('delivery.json-text', { text: '{\n "a": 1 }' }), ['indented'])
})

t.test('an envelope and a payload tell what is in them', async (t) => {
  t.same(shownStatus('events.extra-envelope-fields', {}), ['those-listed'])
  t.same(shownStatus('events.extra-envelope-fields', { envelope: { object: 'event' } }), ['further-fields'])
  t.same(shownStatus('events.test-flag', {}), ['absent'])
  t.same(shownStatus('events.test-flag', { envelope: { test: false } }), ['false-value'])
  t.same(shownStatus('events.test-flag', { envelope: { test: true } }), [])
  const types = ['order.created', 'order.on_hold', 'order.resumed', 'order.cancelled'].map((type) => ({ type }))
  t.same(shownStatus('events.extra-payload-fields', ...types), ['key-fields-only'])
  t.same(shownStatus('events.extra-payload-fields', { data: { more: 1 } }), ['further-fields'])
  t.same(shownStatus('events.extra-payload-fields', {}), [])
})
