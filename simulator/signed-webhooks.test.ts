import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import type * as published from './signed-webhooks.ts'
import { signWebhook, verifyWebhook } from './signed-webhooks.ts'
import { fixturePath, loadContract } from './contract/contract.ts'

type Vector = {
  id: string
  secret: string
  header: string
  t: number
  body_base64: string
  received_at: number
  fails?: string
}
type Vectors = { positive: Vector[]; negative: Vector[]; open: Vector[] }

const vectors = JSON.parse(readFileSync(fixturePath('vectors/signatures.json'), 'utf8')) as Vectors

const secret = 'whsec-example-0123456789abcdefghijkl'

t.test('every known good signature is made, and verified', async (t) => {
  for (const vector of vectors.positive) {
    const body = Buffer.from(vector.body_base64, 'base64')
    const signed = await signWebhook({ secret: vector.secret, body, at: new Date(vector.t * 1000) })
    t.equal(signed.headers['X-Service-Signature'], vector.header, vector.id)
    t.strictSame(Buffer.from(signed.body), body, vector.id)
    const at = new Date(vector.received_at * 1000)
    const given = { secret: vector.secret, signature: vector.header, body, at }
    t.strictSame(await verifyWebhook(given), { verified: true, fails: null }, vector.id)
  }
})

t.test('every known bad signature is refused for its own reason', async (t) => {
  for (const { id, secret: own, header, body_base64, received_at, fails } of vectors.negative) {
    const given = {
      secret: own,
      signature: header,
      body: Buffer.from(body_base64, 'base64'),
      at: new Date(received_at * 1000),
    }
    t.strictSame(await verifyWebhook(given), { verified: false, fails }, id)
  }
  t.strictSame(await verifyWebhook({ secret, signature: undefined, body: '{}' }), { verified: false, fails: 'header' })
})

t.test('an event of each type has its envelope, its headers and every field that the contract names', async (t) => {
  const { webhooks } = loadContract()
  for (const type of webhooks.event_types) {
    const { body, headers } = await signWebhook({ secret, type })
    const event = JSON.parse(Buffer.from(body).toString()) as Record<string, unknown> & { data: object }
    t.match(event, { id: /^evt_[0-9A-Z]{26}$/, type, api_version: '1.0.0', data: { order_id: /^ord_(?!test_)/ } }, type)
    t.notOk('test' in event, `${type} is no specimen`)
    t.match(headers, {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1.0',
      'X-Service-Event-Id': event['id'],
      'X-Service-Event-Type': type,
    })
    for (const field of Object.keys(webhooks.specimens[type]!)) t.ok(field in event.data, `${type} has ${field}`)
    const signature = headers['X-Service-Signature']
    t.ok((await verifyWebhook({ secret, signature, body })).verified, type)
  }
})

t.test('what a test needs of an event can be said', async (t) => {
  const createdAt = new Date('2026-03-02T15:04:08Z')
  const given = { secret, type: 'order.on_hold', id: 'evt_1', data: { order_id: 'ord_1', reason: null }, createdAt }
  const event = JSON.parse(Buffer.from((await signWebhook(given)).body).toString()) as object
  t.match(event, { id: 'evt_1', data: { order_id: 'ord_1', reason: null, status: { code: 'on_hold' } } })
  t.equal(Date.parse((event as { created_at: string }).created_at), createdAt.getTime())
  const specimen = JSON.parse(
    Buffer.from((await signWebhook({ secret, type: 'order.on_hold', test: true })).body).toString(),
  ) as object
  t.match(specimen, { test: true, data: { order_id: /^ord_test_/ } })
  const later = await signWebhook({ secret, type: 'order.later', data: { anything: 1 } })
  t.equal(later.headers['X-Service-Event-Type'], 'order.later', 'a type that is not known yet')
})

t.test('two secrets are taken while a rotation is under way', async (t) => {
  const { body, headers } = await signWebhook({ secret, type: 'order.created' })
  const signature = headers['X-Service-Signature']
  t.ok((await verifyWebhook({ secret: ['another-secret', secret], signature, body })).verified)
  t.notOk((await verifyWebhook({ secret: ['another-secret'], signature, body })).verified)
})

t.test('what cannot be signed is refused in one sentence', async (t) => {
  const refusal = { code: 'invalid_option', message: /; [^;\n]+\.$/ }
  await t.rejects(signWebhook({ secret: '', type: 'order.created' }), refusal)
  await t.rejects(signWebhook({ secret }), refusal)
  await t.rejects(signWebhook({ secret, type: 'order.nothing' }), refusal)
  await t.rejects(verifyWebhook({ secret: [], signature: '', body: '' }), refusal)
})

t.test('CommonJS has both, as the package offers them', async (t) => {
  const required = createRequire(import.meta.url)('assay/webhooks') as typeof published
  const { body, headers } = await required.signWebhook({ secret, type: 'order.created' })
  t.ok((await required.verifyWebhook({ secret, signature: headers['X-Service-Signature'], body })).verified)
})
