// What the invariants say of a delivery.
import t from 'tap'
import { openapi } from '../../conformance/contract/contract.ts'
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import { signatureOf } from '../../conformance/receiver/signature.ts'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { broken, createTestJudge, example, now, secret } from './support.ts'

let count = 0

const delivery = (given: {
  envelope?: unknown
  headers?: Headers
  method?: string
  fault?: Delivery['fault']
  mistake?: Delivery['mistake']
}): Delivery => {
  const { envelope = example('OrderOnHoldEvent'), headers = [], method = 'POST', fault = null, mistake = null } = given
  const body = Buffer.from(JSON.stringify(envelope))
  const { id, type } = envelope as { id: string; type: string }
  const usual: Headers = [
    ['Content-Type', 'application/json'],
    ['X-Service-Event-Id', id],
    ['X-Service-Event-Type', type],
    ['X-Service-Signature', `t=${now},v1=${signatureOf(secret, String(now), body)}`],
    ['User-Agent', 'Service-Webhooks/1.0'],
  ]
  const named = headers.map(([name]) => name)
  return {
    id: `d${(count += 1)}`,
    receivedAt: now * 1000,
    method,
    path: '/assay',
    secure: true,
    headers: [...usual.filter(([name]) => !named.includes(name)), ...headers.filter(([, value]) => value !== '')],
    body,
    json: envelope,
    fault,
    mistake,
    answer: '204',
  }
}

const brokenInDelivery = (given: Parameters<typeof delivery>[0]): string[] =>
  broken(createTestJudge().delivery(delivery(given)))

t.test('a good delivery of every event of the document breaks nothing', async (t) => {
  const events = Object.keys(openapi().components.schemas).filter((name) => /^Order\w+Event$/.test(name))
  t.equal(events.length, 13)
  for (const name of events) t.strictSame(brokenInDelivery({ envelope: example(name) }), [], name)
})

t.test('a delivery whose request is not as promised is found', async (t) => {
  t.strictSame(brokenInDelivery({ method: 'PUT' }), ['delivery.request-is-a-post'])
  t.strictSame(brokenInDelivery({ headers: [['Content-Type', 'text/plain']] }), ['delivery.request-is-json'])
  t.strictSame(brokenInDelivery({ headers: [['User-Agent', 'curl/8']] }), ['delivery.user-agent-header'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Event-Type', 'order.created']] }), [
    'delivery.event-type-header-equals-envelope-type',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Event-Id', 'evt_other']] }), [
    'delivery.event-id-header-equals-envelope-id',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', '']] }), ['delivery.signature-header'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', 'v1=abc']] }), ['delivery.signature-header-form'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', `t=1,v1=${'ab'.repeat(20)}`]] }), [
    'delivery.signature-is-hmac-sha256',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', 't=1,v1=3q2+7w==']] }), [
    'delivery.signature-is-in-hex',
  ])
})

t.test('a signature that does not hold breaks the rule of the mistake behind it, or all of them', async (t) => {
  const fault = { fails: 'signature' as const, why: 'it does not hold' }
  const shown = (breaks: 'text' | 'key' | 'algorithm') =>
    brokenInDelivery({ fault, mistake: { breaks, words: 'a mistake' } })
  t.strictSame(shown('text'), ['delivery.signature-covers-t-and-raw-body'])
  t.strictSame(shown('key'), ['delivery.signature-is-keyed-with-the-secret'])
  t.strictSame(shown('algorithm'), ['delivery.signature-is-hmac-sha256'])
  t.equal(brokenInDelivery({ fault }).length, 3)
})

t.test('an envelope that lacks something, or a real event that calls itself a test, is found', async (t) => {
  const envelope = (change: object) => ({ envelope: { ...example('OrderOnHoldEvent'), ...change } })
  t.strictSame(brokenInDelivery(envelope({ api_version: undefined })), ['delivery.envelope-has-api-version'])
  t.strictSame(brokenInDelivery(envelope({ created_at: undefined })), ['delivery.envelope-has-created-at'])
  t.strictSame(brokenInDelivery(envelope({ test: 'yes' })), [
    'conventions.booleans-are-true-or-false',
    'delivery.test-is-not-true-on-a-real-event',
  ])
  t.strictSame(brokenInDelivery(envelope({ test: true })), ['delivery.specimen-order-id-is-synthetic'])
  t.strictSame(brokenInDelivery(envelope({ test: false, another: 1 })), [])
})
