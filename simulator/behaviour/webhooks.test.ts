// Webhook decisions: signature, envelope, headers, schedule and specimens, as the contract's Events section has them.
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { loadContract } from '../contract/contract.ts'
import type { Event, WebhookConfiguration } from '../domain/records.ts'
import { webhooks } from './webhooks.ts'
import { keyFields } from '../../tests/simulator/samples.ts'
import { fixturePath } from '../contract/contract.ts'

const behaviour = webhooks({
  webhooks: {
    api_version: '1.0.0',
    retry_delays_seconds: [60, 300, 1_800, 7_200, 14_400, 21_600, 21_600, 39_600],
    timeout_seconds: 10,
    specimens: loadContract().webhooks.specimens,
  },
})
const iso = (at: number) => new Date(at).toISOString()
const NOW = Date.UTC(2026, 0, 5, 12)
const SECRET = 'whsec_0123456789abcdef0123456789abcdef'

const event: Event = {
  id: 'evt_01K0000000000000000000000A',
  account: 'len_a:sandbox',
  type: 'order.assigned',
  created_at: NOW,
  order_id: 'ord_01K0000000000000000000000B',
  data: { order_id: 'ord_01K0000000000000000000000B', order_number: '26-1001', appraiser: null, assigned_at: iso(NOW) },
  body: '{}',
  delivery: { status: 'pending', attempts: 0, last_attempt_at: null, next_attempt_at: NOW, last_response_status: null },
}

const configuration: WebhookConfiguration = {
  account: 'len_a:sandbox',
  url: 'https://127.0.0.1/hook',
  enabled: true,
  events: ['*'],
  secret: SECRET,
  secret_rotated_at: null,
  updated_at: null,
}

t.test('a signature is the hex HMAC-SHA256 over t, a dot and the raw bytes', async (t) => {
  const body = Buffer.from('{"name":"Zoë 家"}')
  const signed = createHmac('sha256', SECRET)
    .update(Buffer.concat([Buffer.from('1767614400.'), body]))
    .digest('hex')
  t.equal(behaviour.signature(SECRET, 1_767_614_400, body), signed)
  // Computed apart, with `printf '1767614400.{}' | openssl dgst -sha256 -hmac key`.
  t.equal(
    behaviour.signature('key', 1_767_614_400, Buffer.from('{}')),
    '11aa15830ea791232e10b197fb2f05b5b4b4f1458ea806210a7749d5fb6af3c4',
  )
  t.equal(behaviour.signatureHeader(1_767_614_400, 'ab12'), 't=1767614400,v1=ab12')
})

type Vector = { id: string; secret: string; t: number; body_base64: string; v1: string; header: string }
const { positive } = JSON.parse(await readFile(fixturePath('vectors/signatures.json'), 'utf8')) as {
  positive: Vector[]
}

t.test('the signatures of the known answers are reproduced byte for byte', async (t) => {
  t.ok(positive.length > 0)
  for (const { id, secret, t: seconds, body_base64, v1, header } of positive) {
    const signed = behaviour.signature(secret, seconds, Buffer.from(body_base64, 'base64'))
    t.equal(signed, v1, id)
    t.equal(behaviour.signatureHeader(seconds, signed), header, id)
  }
})

t.test('t is whole Unix seconds of the wire clock', async (t) => {
  t.equal(behaviour.timestamp(1_767_614_400_999, event), 1_767_614_400)
})

t.test('the headers have the names and values of the contract', async (t) => {
  t.same(behaviour.headers(event, 't=1,v1=ab'), [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['X-Service-Event-Id', event.id],
    ['X-Service-Event-Type', 'order.assigned'],
    ['X-Service-Signature', 't=1,v1=ab'],
  ])
})

t.test('the envelope of a real event has the five fields, and no test', async (t) => {
  t.same(JSON.parse(behaviour.serialise(behaviour.envelope(event, '1.0.0', iso))), {
    id: event.id,
    type: 'order.assigned',
    created_at: '2026-01-05T12:00:00.000Z',
    api_version: '1.0.0',
    data: event.data,
  })
})

t.test('every 2xx is accepted and nothing else is', async (t) => {
  for (const status of [200, 201, 202, 204, 226, 299]) t.ok(behaviour.accepted(status, Buffer.alloc(0)), String(status))
  for (const status of [100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 410, 429, 500, 503]) {
    t.notOk(behaviour.accepted(status, Buffer.alloc(0)), String(status))
  }
})

t.test('each attempt is due the stated time after the one before, and there is no tenth', async (t) => {
  const minutes = [1, 5, 30, 120, 240, 360, 360, 660]
  minutes.forEach((after, n) =>
    t.equal(behaviour.nextAttempt(behaviour.schedule, n + 1, NOW, NOW + 9_000), NOW + after * 60_000),
  )
  t.equal(behaviour.nextAttempt(behaviour.schedule, 9, NOW, NOW), null)
  t.equal(behaviour.timeoutMs, 10_000)
})

t.test(
  'an event is delivered when accepted, failed while a retry is due, and dead lettered after the last',
  async (t) => {
    t.equal(behaviour.statusAfter(true, null), 'delivered')
    t.equal(behaviour.statusAfter(false, NOW), 'failed')
    t.equal(behaviour.statusAfter(false, null), 'dead_lettered')
  },
)

t.test('a subscription is to all types or to those listed, while enabled', async (t) => {
  t.ok(behaviour.subscribed(configuration, 'order.created'))
  t.ok(behaviour.subscribed({ ...configuration, events: ['order.created'] }, 'order.created'))
  t.notOk(behaviour.subscribed({ ...configuration, events: ['order.created'] }, 'order.assigned'))
  t.notOk(behaviour.subscribed({ ...configuration, events: [] }, 'order.created'))
  t.notOk(behaviour.subscribed({ ...configuration, enabled: false }, 'order.created'))
})

t.test('a webhook without a URL or a secret cannot be sent to', async (t) => {
  t.ok(behaviour.reachable(configuration))
  for (const lacking of [undefined, { ...configuration, url: null }, { ...configuration, secret: null }]) {
    t.notOk(behaviour.reachable(lacking))
  }
})

const STATUS = ['code', 'label', 'changed_at']
const SUMMARY = ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at']
const specimenOf = (type: string) =>
  behaviour.specimenEvent(type, {
    id: 'evt_01K0000000000000000000000C',
    account: 'len_a:sandbox',
    now: NOW,
    timestamp: iso,
  })

t.test('a specimen of each type has its key fields, a test order and test true', async (t) => {
  for (const [type, keys] of Object.entries(keyFields)) {
    const specimen = specimenOf(type)
    const envelope = behaviour.envelope(specimen, '1.0.0', iso) as { test: unknown; data: Record<string, unknown> }
    t.strictSame(Object.keys(envelope.data).toSorted(), ['order_id', 'order_number', ...keys].toSorted(), type)
    t.equal(envelope.test, true)
    t.match(envelope.data.order_id, /^ord_test_/)
    t.equal(envelope.data.order_id, specimen.order_id)
    t.ok(specimen.order_id.length <= 64)
    t.notOk(Object.values(envelope.data).includes(undefined))
  }
})

t.test('objects inside a specimen have the shapes of the resources', async (t) => {
  const data = (type: string) => specimenOf(type).data as Record<string, object>
  const keys = (value: object) => Object.keys(value)
  for (const type of [
    'order.created',
    'order.status_changed',
    'order.on_hold',
    'order.resumed',
    'order.cancelled',
    'order.completed',
  ]) {
    t.same(keys(data(type).status!), STATUS, type)
  }
  t.same(keys(data('order.status_changed').previous_status!), ['code', 'label'])
  t.same(keys(data('order.created').order_type!), ['code', 'name', 'report_format', 'appraiser_certification'])
  t.same(keys(data('order.document_added').document!), SUMMARY)
  for (const document of data('order.completed').documents as object[]) t.same(keys(document), SUMMARY)
  t.match(data('order.created').due_date, /^\d{4}-\d{2}-\d{2}$/)
  t.match(data('order.fee_changed').appraisal_fee, /^\d+\.\d{2}$/)
  t.match(data('order.revision_responded').revision_request_id, /^rr_/)
  t.match(data('order.message_posted').message, { id: /^msg_/, recipient: 'lender', attachments: [] })
  t.match(data('order.revision_requested').revision_request, {
    id: /^rr_/,
    kind: 'correction',
    status: 'submitted',
    responses: [],
  })
})
