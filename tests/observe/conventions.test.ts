// What bodies, texts, identifiers and times show.
import t from 'tap'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { type Given, refusal, shown } from './bare-traffic.ts'

const account = { client_id: 'cli_1', environment: 'sandbox', lender: {}, company: {}, scopes: [], rate_limit: {} }
const of = (body: unknown, headers: Headers = []): Given => ({ operation: 'getAccount', headers, body })

t.test('the text of an answer shows how it is written', async (t) => {
  const type = 'conventions.json-media-type'
  t.same(shown(type, of(account, [['Content-Type', 'application/json']])), ['without-charset'])
  t.same(shown(type, of(account, [['content-type', 'Application/JSON; charset=utf-8']])), ['with-charset'])
  t.same(shown(type, of('', [['Content-Type', 'text/plain']])), [])

  const space = 'conventions.json-whitespace'
  t.same(shown(space, of(account)), ['compact'])
  t.same(shown(space, of(JSON.stringify(account, null, 1))), ['indented'])
  t.same(shown(space, of('{"name":"a b"}')), ['compact'], 'a space in a text is none of the form')

  const order = 'conventions.key-order'
  const { client_id, ...rest } = account
  t.same(shown(order, of(account)), ['as-listed'])
  t.same(shown(order, of({ more: 1, ...account })), ['as-listed'], 'a key more changes no order')
  t.same(shown(order, of({ ...rest, client_id })), ['any-order'])
  t.same(shown(order, of('no JSON')), [])

  const escapes = 'conventions.non-ascii-escaping'
  t.same(shown(escapes, of('{"name":"Z\\u00f6e"}')), ['escaped'])
  t.same(shown(escapes, of('{"name":"Zöe"}')), ['as-themselves'])
  t.same(shown(escapes, of('{"name":"Zoe"}')), [])
})

t.test('a new order shows its identifier, its times and what stands where nothing was sent', async (t) => {
  const created = (body: object, sent: object = { loan: {} }): Given => ({
    operation: 'createOrder',
    status: 201,
    sent,
    body: { loan: { purpose: 'refinance', purchase_price: null }, ...body },
  })
  const length = (id: unknown) => shown('conventions.identifier-length', created({ id }))
  t.same(length('ord_01ARZ3NDEKTSV4RRFFQ69G5FAV'), ['ulid-sized'])
  t.same(length(`ord_${'1'.repeat(60)}`), ['full-length'])
  t.same(length('ord_1'), ['short'])
  t.same(length(undefined), [])
  const alphabet = (id: string) => shown('conventions.identifier-alphabet', created({ id }))
  t.same([alphabet('ord_1aZ'), alphabet('ord_1-a')], [['letters-and-digits'], ['with-punctuation']])
  t.same(alphabet('ord_1_a'), ['with-punctuation'], 'what stands before the first underscore is the prefix')

  const at = (created_at: string, freedom: string) =>
    shown(`conventions.${freedom}`, created({ dates: { created_at } }))
  const [zulu, numeric] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.123456+00:00']
  t.same([at(zulu, 'timestamp-offset'), at(numeric, 'timestamp-offset')], [['letter-z'], ['numeric-zero']])
  t.same([at(zulu, 'timestamp-fraction'), at(numeric, 'timestamp-fraction')], [['milliseconds'], ['microseconds']])
  t.same(at('2026-01-01T00:00:00Z', 'timestamp-fraction'), ['whole-seconds'])

  const notes = (shownNotes: unknown, sent?: object) =>
    shown('conventions.empty-collections', created({ notes: shownNotes }, sent))
  t.same([notes([]), notes(null)], [['empty-array'], ['null-value']])
  t.same(notes([], { notes: [] }), [], 'what was sent is not unset')

  const loan = (fields: object) => shown('conventions.inapplicable-fields', created({ loan: fields }))
  t.same(loan({ purpose: 'refinance' }), ['left-out'])
  t.same(loan({ purpose: 'refinance', purchase_price: null }), ['sent-as-null'])
  t.same(loan({ purpose: 'purchase', purchase_price: null }), [])
})

t.test('bodies that are no object, no UTF-8 or blank', async (t) => {
  const create = (sent: unknown, status: number, body?: unknown): Given => ({
    operation: 'createOrder',
    sent,
    status,
    body,
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

  const blank = 'conventions.blank-required-text'
  const unnamed = { order_type_code: ' ', borrowers: [] }
  const required = [{ field: 'order_type_code', code: 'required' }]
  t.same(shown(blank, create(unnamed, 422, refusal(required))), ['status-422'])
  t.same(shown(blank, create(unnamed, 400, refusal(required))), ['status-400'])
  t.same(shown(blank, create(unnamed, 422, refusal([{ field: 'order_type_code', code: 'invalid_value' }]))), [])
  t.same(shown(blank, create({ order_type_code: '1004', borrowers: [{ last_name: '' }] }, 201)), ['accepted'])
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
