// What bodies, texts and lists show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

t.test('bodies that are no object, no UTF-8, coded, blank or very long', async (t) => {
  const create = (sent: unknown, status: number, body?: unknown, asking?: Headers): Given => ({
    operation: 'createOrder',
    sent,
    status,
    body,
    ...(asking && { asking }),
  })
  const stray = Buffer.concat([Buffer.from('{"appraiser_instructions":"gate '), Buffer.from([0xff]), Buffer.from('"}')])
  const utf8 = 'conventions.invalid-utf8'
  t.same(shown(utf8, create(stray, 400)), ['status-400'])
  t.same(shown(utf8, create(stray, 201, { appraiser_instructions: 'gate \ufffd' })), ['replaced'])
  t.same(shown(utf8, create(stray, 201), create('{"a":"b"}', 400)), [])

  const top = 'conventions.top-level-not-an-object'
  t.same(shown(top, create('null', 400)), ['status-400'])
  t.same(shown(top, create('[1]', 422)), ['status-422'])
  t.same(shown(top, create('['.repeat(200) + ']'.repeat(200), 400), create('{}', 400)), [])

  const coded = 'transport.request-content-coding'
  const gzip: Headers = [['Content-Encoding', 'gzip']]
  t.same(shown(coded, create('{}', 415, {}, gzip)), ['status-415'])
  t.same(shown(coded, create('{}', 201, {}, gzip)), ['ignored'])
  t.same(shown(coded, create(Buffer.from([0x1f, 0x8b, 0xff]), 201, {}, gzip)), ['decoded'])
  t.same(shown(coded, create('{}', 400, {}, gzip), create('{}', 415)), [])

  const blank = 'conventions.blank-required-text'
  const unnamed = { order_type_code: ' ', borrowers: [] }
  const required = [{ field: 'order_type_code', code: 'required' }]
  t.same(shown(blank, create(unnamed, 422, refusal(required))), ['status-422'])
  t.same(shown(blank, create(unnamed, 400, refusal(required))), ['status-400'])
  t.same(shown(blank, create(unnamed, 422, refusal([{ field: 'order_type_code', code: 'invalid_value' }]))), [])
  t.same(shown(blank, create({ order_type_code: '1004', borrowers: [{ last_name: '' }] }, 201)), ['accepted'])

  const long = { appraiser_instructions: 'x'.repeat(1_000_000) }
  const texts = 'limits.text-lengths'
  t.same(shown(texts, create(long, 201)), ['no-own-limit'])
  t.same(shown(texts, create(long, 422, refusal([{ field: 'appraiser_instructions' }]))), ['status-422'])
  t.same(shown(texts, create(long, 413), create(long, 400, refusal()), create({ a: 'x' }, 201)), [])
  t.same(shown('limits.json-body-size', create(long, 413)), ['status-413'])
  t.same(shown('limits.json-body-size', { operation: 'uploadDocument', status: 413 }), [])
})

t.test('texts and lists as they come back', async (t) => {
  const name = 'José'
  const created = (sent: unknown, body: unknown): Given => ({ operation: 'createOrder', status: 201, sent, body })
  const named = (first_name: string) => ({ borrowers: [{ first_name }] })
  const forms = 'conventions.unicode-normalisation'
  t.same(shown(forms, created(named(name.normalize('NFD')), named(name.normalize('NFD')))), ['as-sent'])
  t.same(shown(forms, created(named(name.normalize('NFD')), named(name.normalize('NFC')))), ['nfc'])
  t.same(shown(forms, created(named(name.normalize('NFC')), named(name.normalize('NFC')))), [])

  const with2 = (...types: string[]) => ({
    borrowers: [{ contacts: types.map((type) => ({ type, role: 'home', value: type })) }],
  })
  const kept = [
    ['email', 'phone'],
    ['phone', 'email'],
  ].map((types) => created(with2(...types), with2(...types)))
  const order = 'conventions.array-order'
  t.same(shown(order, ...kept, ...kept), ['as-sent'])
  t.same(shown(order, ...kept), [], 'two may be chance')
  t.same(shown(order, kept[0]!, kept[0]!, kept[0]!, kept[0]!, kept[0]!), [], 'one way may be an order of its own')
  t.same(shown(order, created(with2('phone', 'email'), with2('email', 'phone'))), ['own-order'])
})
