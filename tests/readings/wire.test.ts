// The readings of transport and conventions, shown over real HTTP: bytes, headers, methods, paths and JSON.
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { at, draft, each, open, showRows } from './look.ts'
import type { Eye, Row } from './look.ts'

const header = (path: string, name: string) => async (eye: Eye) => (await eye.get(path)).headers[name]
const status =
  (method: string, path: string, as: 'main' | null = 'main') =>
  async (eye: Eye) =>
    (await eye.send(method, path, { as })).status
const created = (more: Record<string, unknown>, path: string) => async (eye: Eye) =>
  at((await eye.place(more)).body, path)
const refused = (body: unknown) => async (eye: Eye) => {
  const { status, body: answer } = await eye.post('/orders', body)
  return status === 201 ? 201 : [status, at(answer, 'code')]
}
const bytesOf = (text: string) => JSON.stringify(draft({ lender_reference: text }))
const query = (path: string) => async (eye: Eye) => {
  const { status, body } = await eye.get(path)
  return status === 200 ? (at(body, 'per_page') ?? (at(body, 'data') as unknown[]).length) : status
}
const named = (names: readonly string[], ...wanted: string[]) => wanted.filter((name) => names.includes(name))
const borrowers = (last_name: string) => [{ ...(draft()['borrowers'] as object[])[0], last_name }]
const idOf = async (eye: Eye) => at((await eye.place()).body, 'id') as string
const combining = 'Zoe\u0308'

const origin = (eye: Eye) => new URL(eye.simulator.sandboxUrl).origin

const transport: Row[] = [
  {
    reading: 'transport.response-compression=compressed-when-accepted',
    look: async (eye) => {
      const packed = await eye.get('/account', { headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
      const plain = await eye.get('/account', { headers: { 'accept-encoding': 'gzip;q=0' } })
      const text = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.bytes).toString() : packed.text
      return [packed.headers['content-encoding'], plain.headers['content-encoding'], at(JSON.parse(text), 'scopes.0')]
    },
    usual: [undefined, undefined, 'lender'],
    taken: ['gzip', undefined, 'lender'],
  },
  ...(['decoded', 'status-400'] as const).map((reading) => ({
    reading: `transport.request-content-coding=${reading}` as const,
    look: async (eye: Eye) => {
      const headers = { 'content-encoding': 'gzip' }
      const { status } = await eye.post('/orders', gzipSync(JSON.stringify(draft())), { headers })
      const broken = await eye.post('/orders', Buffer.from('no gzip'), { headers })
      return [status, broken.status]
    },
    usual: [415, 415],
    taken: reading === 'decoded' ? [201, 400] : [400, 400],
  })),
  {
    reading: 'transport.request-content-coding=ignored',
    look: async (eye) => {
      const headers = { 'content-encoding': 'gzip' }
      const { status } = await eye.post('/orders', gzipSync(JSON.stringify(draft())), { headers })
      const plain = await eye.post('/orders', Buffer.from(JSON.stringify(draft())), { headers })
      return [status, plain.status]
    },
    usual: [415, 415],
    taken: [400, 201],
  },
  {
    reading: 'transport.body-framing=chunked',
    look: async (eye) => {
      const { headers, body } = await eye.get('/account')
      return ['content-length' in headers, headers['transfer-encoding'], at(body, 'scopes.0')]
    },
    usual: [true, undefined, 'lender'],
    taken: [false, 'chunked', 'lender'],
  },
  {
    reading: 'transport.extra-response-headers=extra-headers',
    look: async (eye) => {
      const { headers } = await eye.get('/nothing')
      return ['server' in headers, 'x-request-id' in headers, 'strict-transport-security' in headers]
    },
    usual: [false, false, false],
    taken: [true, true, true],
  },
  {
    reading: 'transport.header-name-case=lower-case',
    look: async (eye) => {
      const { names, body } = await eye.get('/nothing')
      const wanted = ['X-RateLimit-Limit', 'x-ratelimit-limit', 'Content-Type', 'content-type', 'Date', 'date']
      return [named(names, ...wanted), at(body, 'code')]
    },
    usual: [['X-RateLimit-Limit', 'Content-Type', 'Date'], 'not_found'],
    taken: [['x-ratelimit-limit', 'content-type', 'date'], 'not_found'],
  },
  {
    reading: 'transport.conditional-requests=etag',
    look: async (eye) => {
      const { headers } = await eye.get('/order-types')
      const { etag = '"none"' } = headers
      const again = await eye.get('/order-types', { headers: { 'if-none-match': etag } })
      const missing = await eye.get('/orders/ord_nothing')
      return ['etag' in headers, again.status, again.bytes.length > 0, 'etag' in missing.headers]
    },
    usual: [false, 200, true, false],
    taken: [true, 304, false, false],
  },
  {
    reading: 'transport.cache-headers=no-store',
    look: header('/account', 'cache-control'),
    usual: undefined,
    taken: 'no-store',
  },
  {
    reading: 'transport.cross-origin=allowed',
    look: async (eye) => {
      const asked = await eye.get('/account', { headers: { origin: 'https://page.example.test' } })
      const unasked = await eye.get('/account')
      return [asked, unasked].map(({ headers }) => headers['access-control-allow-origin'])
    },
    usual: [undefined, undefined],
    taken: ['https://page.example.test', undefined],
  },
  ...[404, 405].map((code) => ({
    reading: `transport.head-requests=status-${code}` as const,
    look: async (eye: Eye) => {
      const { status, bytes } = await eye.send('HEAD', '/account')
      return [status, bytes.length, (await eye.get('/account')).status]
    },
    usual: [200, 0, 200],
    taken: [code, 0, 200],
  })),
  ...[204, 200, 401, 405].map((code) => ({
    reading: `transport.options-requests=status-${code}` as const,
    look: status('OPTIONS', '/orders', null),
    usual: 404,
    taken: code,
  })),
  {
    reading: 'transport.method-not-allowed=status-405',
    look: async (eye) => {
      const wrong = await eye.send('DELETE', '/orders')
      return [wrong.status, at(wrong.body, 'code'), await status('DELETE', '/nothing')(eye)]
    },
    usual: [404, 'not_found', 404],
    taken: [405, 'method_not_allowed', 404],
  },
  {
    reading: 'transport.trailing-slash=same-operation',
    look: status('GET', '/order-types/'),
    usual: 404,
    taken: 200,
  },
  {
    reading: 'transport.paths-outside-base=anything-else',
    look: async (eye) => {
      const { status, headers } = await eye.get('/about', { base: origin(eye), as: null })
      return [status, headers['content-type']?.split(';')[0], (await eye.get('/about')).status]
    },
    usual: [404, 'application/json', 404],
    taken: [200, 'text/html', 404],
  },
  {
    reading: 'transport.ping-text=another-word',
    look: async (eye) => at((await eye.get('/ping', { as: null })).body, 'status'),
    usual: 'ok',
    taken: 'up',
  },
]

const nullPrice = draft({ lender_reference: null })
const twice = JSON.stringify(draft()).replace('{', '{"lender_reference":"first","lender_reference":"last",')

const conventions: Row[] = [
  {
    reading: 'conventions.json-media-type=without-charset',
    look: header('/account', 'content-type'),
    usual: 'application/json; charset=utf-8',
    taken: 'application/json',
  },
  {
    reading: 'conventions.key-order=any-order',
    look: async (eye) => {
      const first = Object.keys((await eye.get('/account')).body as object)
      return [first.join() === 'client_id,environment,lender,company,scopes,rate_limit', first.toSorted()[0]]
    },
    usual: [true, 'client_id'],
    taken: [false, 'client_id'],
  },
  {
    reading: 'conventions.json-whitespace=indented',
    look: async (eye) => (await eye.get('/account')).text.includes('\n  "'),
    usual: false,
    taken: true,
  },
  {
    reading: 'conventions.non-ascii-escaping=escaped',
    look: async (eye) => {
      const { text, body } = await eye.place()
      return [text.includes('N\\u00fa\\u00f1ez'), at(body, 'borrowers.0.last_name')]
    },
    usual: [false, 'Núñez'],
    taken: [true, 'Núñez'],
  },
  ...(['first-wins', 'status-400'] as const).map((reading) => ({
    reading: `conventions.duplicate-json-keys=${reading}` as const,
    look: async (eye: Eye) => {
      const { status, body } = await eye.post('/orders', twice)
      return [status, at(body, 'lender_reference')]
    },
    usual: [201, 'last'],
    taken: reading === 'first-wins' ? [201, 'first'] : [400, undefined],
  })),
  {
    reading: 'conventions.invalid-utf8=replaced',
    look: async (eye) => {
      const [before = '', after = ''] = bytesOf('HERE').split('HERE')
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)])
      const { status, body } = await eye.post('/orders', bytes)
      return [status, at(body, 'lender_reference')]
    },
    usual: [400, undefined],
    taken: [201, '\ufffd'],
  },
  {
    reading: 'conventions.top-level-not-an-object=status-422',
    look: refused('[]'),
    usual: [400, 'invalid_request'],
    taken: [422, 'validation_failed'],
  },
  ...(['status-400', 'status-422'] as const).map((reading) => ({
    reading: `conventions.unknown-request-fields=${reading}` as const,
    look: async (eye: Eye) => {
      const order = await eye.post('/orders', draft({ moonbeam: 1 }))
      const inner = await eye.post('/orders', draft({ loan: { purpose: 'refinance', moonbeam: 1 } }))
      const fixed = await eye.send('PATCH', `/orders/${await idOf(eye)}`, { body: { order_type_code: '1004' } })
      return [order.status, at(order.body, 'details.0.field'), inner.status, fixed.status]
    },
    usual: [201, undefined, 201, 200],
    taken: [reading === 'status-400' ? 400 : 422, 'moonbeam', reading === 'status-400' ? 400 : 422, 200],
  })),
  {
    reading: 'conventions.unknown-query-parameters=status-400',
    look: status('GET', '/orders?moonbeam=1'),
    usual: 200,
    taken: 400,
  },
  ...Object.entries({ first: 3, joined: 400, 'status-400': 400, 'status-422': 422 }).map(([reading, taken]) => ({
    reading: `conventions.repeated-query-parameters=${reading}` as const,
    look: query('/orders?per_page=3&per_page=5'),
    usual: 5,
    taken,
  })),
  ...Object.entries({ 'matches-empty': 1, 'status-400': 400, 'status-422': 422 }).map(([reading, taken]) => ({
    reading: `conventions.empty-query-values=${reading}` as const,
    look: async (eye: Eye) => {
      const lone = await open(t, { readings: eye.simulator.readings })
      await lone.place()
      await lone.place({ lender_reference: 'x' })
      const { status, body } = await lone.get('/orders?lender_reference=')
      return status === 200 ? at(body, 'total') : status
    },
    usual: 2,
    taken,
  })),
  ...[400, 422].map((code) => ({
    reading: `conventions.null-in-requests=status-${code}` as const,
    look: async (eye: Eye) => (await eye.post('/orders', nullPrice)).status,
    usual: 201,
    taken: code,
  })),
  {
    reading: 'conventions.surrounding-white-space=trimmed',
    look: async (eye) => {
      const { body } = await eye.place({ lender_reference: '  padded ' })
      const phones = (at(body, 'borrowers.0.contacts') as { type: string; value: string }[]).filter(
        ({ type }) => type === 'phone',
      )
      return [at(body, 'lender_reference'), phones[0]?.value]
    },
    usual: ['  padded ', ' +1 512 555 0101'],
    taken: ['padded', ' +1 512 555 0101'],
  },
  {
    reading: 'conventions.unicode-normalisation=nfc',
    look: created({ lender_reference: combining }, 'lender_reference'),
    usual: combining,
    taken: combining.normalize('NFC'),
  },
  ...Object.entries({ 'status-400': 400, accepted: 201 }).map(([reading, taken]) => ({
    reading: `conventions.blank-required-text=${reading}` as const,
    look: async (eye: Eye) => (await eye.place({ borrowers: borrowers(' ') })).status,
    usual: 422,
    taken,
  })),
  ...Object.entries({ 'full-length': 64, short: 9 }).map(([reading, taken]) => ({
    reading: `conventions.identifier-length=${reading}` as const,
    look: async (eye: Eye) => {
      const lone = await open(t, { readings: pickOf(eye, 'conventions.identifier-length') })
      const ids = [await idOf(lone), await idOf(lone)]
      return [ids[0]!.length, ids[0]! < ids[1]!, (await lone.get(`/orders/${ids[0]}`)).status]
    },
    usual: [30, true, 200],
    taken: [taken, true, 200],
  })),
  {
    reading: 'conventions.identifier-alphabet=with-punctuation',
    look: async (eye) => {
      const id = await idOf(eye)
      const { client_id } = eye.credential('main')
      const isMarked = (text: string) => /^(?:ord|cli)_.*[-.~].*/.test(text)
      return [isMarked(id), isMarked(client_id), id.length <= 64, (await eye.get(`/orders/${id}`)).status]
    },
    usual: [false, false, true, 200],
    taken: [true, true, true, 200],
  },
  {
    reading: 'conventions.timestamp-offset=numeric-zero',
    look: async (eye) =>
      String(at((await eye.place()).body, 'dates.created_at')).replace(/^.*\d\d:\d\d:\d\d[.\d]*(?=[Z+])/, ''),
    usual: 'Z',
    taken: '+00:00',
  },
  ...Object.entries({ 'whole-seconds': 0, microseconds: 7 }).map(([reading, taken]) => ({
    reading: `conventions.timestamp-fraction=${reading}` as const,
    look: async (eye: Eye) => /\.\d+/.exec(String(at((await eye.place()).body, 'dates.created_at')))?.[0].length ?? 0,
    usual: 4,
    taken,
  })),
  {
    reading: 'conventions.inapplicable-fields=left-out',
    look: async (eye) => {
      const { loan } = (await eye.place()).body as { loan: object }
      const bought = await eye.place({ loan: { purpose: 'purchase', purchase_price: '1.00' } })
      return [
        named(Object.keys(loan), 'purpose_other', 'purchase_price', 'currency', 'client'),
        at(bought.body, 'loan.currency'),
      ]
    },
    usual: [['purpose_other', 'purchase_price', 'currency', 'client'], 'USD'],
    taken: [['client'], 'USD'],
  },
  {
    reading: 'conventions.empty-collections=null-value',
    look: async (eye) => {
      const { body } = await eye.place()
      return [at(body, 'notes'), at(body, 'parties.additional_contacts'), at(body, 'documents')]
    },
    usual: [[], [], []],
    taken: [null, null, []],
  },
  {
    reading: 'conventions.array-order=own-order',
    look: async (eye) => each((await eye.place()).body, 'borrowers.0.contacts', 'type'),
    usual: ['phone', 'email'],
    taken: ['email', 'phone'],
  },
  {
    reading: 'conventions.read-success-status=status-203',
    look: async (eye) => [(await eye.get('/events')).status, (await eye.get('/orders')).status],
    usual: [200, 200],
    taken: [203, 200],
  },
  {
    reading: 'conventions.accept-header=status-406',
    look: async (eye) => {
      const asked = async (accept: string) => (await eye.get('/account', { headers: { accept } })).status
      return [await asked('text/html'), await asked('text/html, */*;q=0.1'), await asked('application/json')]
    },
    usual: [200, 200, 200],
    taken: [406, 200, 200],
  },
  {
    reading: 'conventions.card-fields=refused',
    look: async (eye) => {
      // Alone: a server that refuses unknown fields refuses it anyhow.
      const lone = await open(t, { readings: pickOf(eye, 'conventions.card-fields') })
      return (await lone.place({ card_number: '4111111111111111' })).status
    },
    usual: 201,
    taken: 422,
  },
]

const pickOf = ({ simulator }: Eye, freedom: string): Record<string, string> => {
  const reading = simulator.readings[freedom]
  return reading === undefined ? {} : { [freedom]: reading }
}

t.test('transport', (t) => showRows(t, transport))
t.test('conventions', (t) => showRows(t, conventions))
