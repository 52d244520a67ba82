// What deliveries show of how they are written and sent.
import t from 'tap'
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Call, type Sent, shownStatus } from './call-traffic.ts'

t.test('a delivery shows how it is written', async (t) => {
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

t.test('when deliveries come shows how they are sent', async (t) => {
  t.same(shownStatus('delivery.duplicates', { id: 'evt_1' }, { id: 'evt_1' }), ['sometimes'])
  t.same(shownStatus('delivery.duplicates', { id: 'evt_1', answer: '500' }, { id: 'evt_1' }), [], 'a retry')
  const inOrder = Array.from({ length: 100 }, (_, index): Sent => ({ id: `evt_${1000 + index}`, at: index * 20 }))
  t.same(shownStatus('delivery.order-of-arrival', ...inOrder), ['mostly-in-order'])
  const mixed = inOrder.map((one, index) => ({
    ...one,
    id: `evt_${1000 + ((index * 37) % 100)}`,
    data: { order_id: `ord_${index}` },
  }))
  t.same(shownStatus('delivery.order-of-arrival', ...mixed), ['any-order'])
  t.same(shownStatus('delivery.order-of-arrival', ...inOrder.slice(1)), [])
})

t.test('a slow receiver shows what waits for it', async (t) => {
  const slow: Sent = { id: 'evt_1', answer: '204 after 13000 ms', at: 0 }
  t.same(shownStatus('delivery.blocking', slow, { id: 'evt_2', at: 3_000 }), ['independent'])
  t.same(shownStatus('delivery.blocking', slow, { id: 'evt_2', at: 11_000 }), [])
  const failedBefore: Sent = { id: 'evt_0', answer: '500', at: -60_000 }
  t.same(shownStatus('delivery.blocking', failedBefore, slow, { id: 'evt_0', at: 3_000 }), [], 'a retry has its time')
  const call: Call = { operation: 'createOrder', status: 201, body: { id: 'ord_9' }, at: 2_000 }
  t.same(shownStatus('delivery.blocking', slow, call, { data: { order_id: 'ord_9' }, at: 10_100 }), [
    'one-after-another',
  ])
  t.same(shownStatus('delivery.gap-measured-from', slow, { id: 'evt_1', at: 60_400 }), ['from-start'])
  const failed = (id: string, gap: number): Sent[] => [
    { id, answer: '500', at: 100_000 },
    { id, at: 100_000 + gap },
  ]
  const exact = ['evt_5', 'evt_6', 'evt_7', 'evt_8'].flatMap((id) => failed(id, 60_300))
  t.same(shownStatus('delivery.gap-measured-from', ...exact, slow, { id: 'evt_1', at: 70_200 }), ['from-end'])
  t.same(shownStatus('delivery.gap-measured-from', slow, { id: 'evt_1', at: 70_200 }), [], 'it may be late')
  t.same(shownStatus('delivery.lateness', ...exact), ['to-the-second'])
  t.same(shownStatus('delivery.lateness', ...failed('evt_5', 85_000)), ['within-a-minute'])
  t.same(shownStatus('delivery.lateness', ...failed('evt_5', 60_300)), [])
})
