// The control port over HTTP: every operation and refusal, each answer held against fixtures/control.yaml, each event seen in the feed.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { pino } from 'pino'
import supertest from 'supertest'
import t from 'tap'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { fixturePath, loadContract } from '../contract.ts'
import { startSimulator } from '../start-simulator.ts'
import { createControlApp } from './app.ts'
import type { ControlParts } from './operation.ts'

type Method = 'get' | 'post' | 'put' | 'patch'
// Answers are held against the document before a test reads them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
type Answer = { status: number; body: Json }

const day = 86_400_000
const text = readFileSync(fixturePath('control.yaml'), 'utf8')
const document = parse(text) as Json

const simulator = await startSimulator({ clock: { mode: 'manual' }, allowHttpWebhooks: true })
t.teardown(() => simulator.close())
const profile = simulator.profile()
const control = supertest(simulator.controlUrl)
const lenderPort = { sandbox: supertest(simulator.sandboxUrl), production: supertest(simulator.productionUrl) }

// --- the document as judge

const ajv = new Ajv2020({ allErrors: true, strict: false })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

const entries = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ method, path, operation: operation as Json })),
)

const schemaOf = (method: Method, path: string, status: number): { id: string; schema: Json } => {
  const pattern = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const entry = entries.find((one) => one.method === method && pattern(one.path).test(path))!
  const { responses, operationId: id } = entry.operation
  const declared = responses[status] ?? (status >= 400 ? responses.default : undefined)
  if (!declared) throw new Error(`${id} answered ${status}, which its document does not know`)
  const response = declared.$ref ? document.components.responses[declared.$ref.split('/').at(-1)] : declared
  return { id, schema: response.content['application/json']?.schema }
}

const compiled = new Map<object, ValidateFunction>()
const succeeded = new Set<string>()

/** Calls the control port; an answer that is not as the document says throws. */
const call = async (method: Method, path: string, body?: object): Promise<Answer> => {
  const request = control[method](path)
  const { status, body: answer } = await (body === undefined ? request : request.send(body))
  const { id, schema } = schemaOf(method, path.split('?')[0]!, status)
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = ajv.compile({ ...schema, components: document.components })))
  if (!validate(answer)) throw new Error(`${id} ${status}: ${ajv.errorsText(validate.errors)}`)
  if (status < 300) succeeded.add(id)
  return { status, body: answer }
}

const ok = async (method: Method, path: string, body?: object): Promise<Json> => {
  const answer = await call(method, path, body)
  if (answer.status < 300) return answer.body
  throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

const refused = async (
  t: Test,
  method: Method,
  path: string,
  body: object | undefined,
  status: number,
  said: RegExp,
) => {
  const answer = await call(method, path, body)
  t.equal(answer.status, status, `${method} ${path} is refused with ${status}`)
  t.match(answer.body.message, said)
  return answer.body
}

// --- the lender's side

type Account = { client_id: string; client_secret: string; environment: string }
const bearer = new Map<string, string>()

const requestToken = ({ client_id, client_secret, environment }: Account) =>
  lenderPort[environment as 'sandbox']
    .post('/oauth/token')
    .send({ grant_type: 'client_credentials', client_id, client_secret })

const lender = async (role: keyof typeof profile.credentials, method: Method, path: string, body?: object) => {
  const account = profile.credentials[role]!
  if (!bearer.has(role)) bearer.set(role, (await requestToken(account)).body.access_token)
  const request = lenderPort[account.environment as 'sandbox'][method](path).auth(bearer.get(role)!, { type: 'bearer' })
  const { status, body: answer } = await (body === undefined ? request : request.send(body))
  return { status, body: answer as Json }
}

const read = async (method: Method, path: string, body?: object): Promise<Json> =>
  (await lender('main', method, path, body)).body

const dateIn = (days: number) => new Date(simulator.clock.now() + days * day).toISOString().slice(0, 10)

const draft = (more: Json = {}) => ({
  order_type_code: '1004',
  due_date: dateIn(20),
  loan: { purpose: 'refinance', number: 'L-77' },
  property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Zoë',
      last_name: 'Muñoz',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
  ...more,
})

const placed = async (more: Json = {}): Promise<string> => {
  const { status, body } = await lender('main', 'post', '/orders', draft(more))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

const feedOf = async (id: string): Promise<Json[]> => (await read('get', `/events?order_id=${id}&per_page=100`)).data

const statusOf = async (id: string): Promise<string> => (await read('get', `/orders/${id}`)).status.code

/**
 * Does something on an order as the company: the events it says it raised are those new in the lender's feed and of the
 * types expected, and the order it shows is the order that the lender reads.
 */
const work = async (t: Test, id: string, path: string, body: object, expected: string[]): Promise<Json> => {
  const before = (await feedOf(id)).length
  const answer = await ok('post', `/orders/${id}${path}`, body)
  const fresh = (await feedOf(id)).slice(before)
  const plain = fresh.map(({ id, type }) => ({ id, type }))
  t.strictSame(answer.raised, plain, `${path} names the events that are new in the feed`)
  t.strictSame(
    plain.map(({ type }) => type),
    expected,
    `${path} raises what it should`,
  )
  t.strictSame(answer.order, await read('get', `/orders/${id}`), `${path} shows the order as the lender reads it`)
  return { ...answer, data: fresh.map(({ data }) => data) }
}

const deliveryEvents = (answer: Json) =>
  answer.raised.filter(({ type }: Json) => type === 'order.document_added').length

const deliver = async (id: string) => ok('post', `/orders/${id}/deliver`, {})

const base64 = (content: string) => Buffer.from(content).toString('base64')

// --- the port itself

t.test('the document is a valid OpenAPI document', async (t) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  t.ok(valid, JSON.stringify(errors))
})

t.test('every path and method of the document is served, and nothing else is', async (t) => {
  const { status, body } = await control.get('/nothing-here')
  t.equal(status, 404)
  t.equal(body.code, 'not_found')
  const served = body.details.map(({ value, message }: Json) => `${value} ${message}`)
  const documented = entries.map(({ method, path, operation }) => {
    return `${method.toUpperCase()} ${path} ${operation.operationId}`
  })
  t.strictSame(served.toSorted(), documented.toSorted())
  for (const route of documented) t.ok(body.message.includes(route.split(' ').slice(0, 2).join(' ')))
  t.equal((await control.delete('/clock')).status, 404, 'a method that is not served is as unknown as a path')
})

t.test('the document is served as it is', async (t) => {
  const { status, text: served, headers } = await control.get('/openapi.yaml').buffer(true)
  t.equal(status, 200)
  t.match(headers['content-type'], /^application\/yaml/)
  t.equal(served, text)
  succeeded.add('getControlDocument')
})

t.test('the capabilities name every operation of the document', async (t) => {
  const { operations, ...rest } = await ok('get', '/capabilities')
  t.strictSame(
    operations,
    entries.map(({ operation }) => operation.operationId),
  )
  t.strictSame(rest, {
    control_version: '1.0.0',
    contract_version: '1.0.0',
    environments: ['production', 'sandbox'],
    clock_mode: 'manual',
  })
})

t.test('health is told, and readiness refused while nothing can be kept', async (t) => {
  t.strictSame(await ok('get', '/livez'), { status: 'alive' })
  t.strictSame(await ok('get', '/readyz'), { status: 'ready' })
  const store = { flush: () => Promise.reject(new Error('the disk is full')) }
  const services = { store, contract: loadContract(), log: pino({ level: 'silent' }) }
  const broken = supertest(createControlApp({ services } as unknown as ControlParts).callback())
  const { status, body } = await broken.get('/readyz')
  t.equal(status, 503)
  t.match(body, { code: 'not_ready', message: /the disk is full/ })
  const failed = await broken.get('/profile')
  t.equal(failed.status, 500)
  t.equal(failed.body.code, 'internal_error')
  t.notMatch(failed.text, /TypeError|\.ts/, 'a failure of its own shows no trace')
})

t.test('only loopback is served, by host and by origin', async (t) => {
  for (const host of ['evil.example', '127.0.0.1.evil.example', '127.0.0.1:1:2', 'localhost.', '0.0.0.0']) {
    const { status, body } = await control.get('/livez').set('Host', host)
    t.equal(status, 403, `host ${host}`)
    t.match(body, { code: 'not_loopback', message: /Host/ })
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://127.0.0.1@evil.example',
  ]) {
    const { status, body } = await control.post('/rate-limit/renew').set('Origin', origin)
    t.equal(status, 403, `origin ${origin}`)
    t.match(body, { code: 'not_loopback', message: /Origin/ })
  }
  for (const host of ['localhost', 'LOCALHOST:4011', '[::1]:4011', '127.0.0.1']) {
    t.equal((await control.get('/livez').set('Host', host)).status, 200, `host ${host}`)
  }
  const { status, headers } = await control.get('/livez').set('Origin', 'http://localhost:3000')
  t.equal(status, 200)
  t.notOk(Object.keys(headers).some((name) => name.startsWith('access-control-')))
})

t.test('a body that cannot be read is refused', async (t) => {
  const send = (type: string, body: string) => control.post('/clock/advance').set('Content-Type', type).send(body)
  t.match(await send('application/json', '{"seconds":'), { status: 400, body: { code: 'invalid_request' } })
  t.match(await send('application/json', '[]'), { status: 400, body: { code: 'invalid_request' } })
  t.match(await send('text/plain', '{"seconds":1}'), { status: 415, body: { code: 'unsupported_media_type' } })
})

t.test('a field or parameter that is not known is refused with those that are', async (t) => {
  const body = await refused(t, 'post', '/tokens', { client_id: 'a', expires_in: 'b', colour: 'c' }, 422, /issueToken/)
  t.match(body.details, [
    { field: 'colour', code: 'unknown', message: /client_id, expires_in/ },
    { field: 'expires_in', code: 'invalid_value', value: 'b' },
  ])
  await refused(t, 'get', '/orders?colour=red', undefined, 422, /colour is not known here; known are: environment/)
  await refused(t, 'get', '/livez?x=1', undefined, 422, /x is not known/)
  await refused(t, 'get', '/orders?page=0', undefined, 422, /page must be >= 1/)
  await refused(t, 'get', '/clients?environment=test', undefined, 422, /one of production, sandbox/)
  await refused(t, 'get', '/lenders/len_bluestem/webhooks/test', undefined, 422, /one of production, sandbox/)
})

t.test('the profile has every role', async (t) => {
  const answer = await ok('get', '/profile')
  t.equal(Object.keys(answer.credentials).length, 10)
  t.strictSame(answer.credentials, profile.credentials)
  t.equal(answer.control_url, simulator.controlUrl)
})

// --- time

t.test('the clock is read and moved forward', async (t) => {
  const start = simulator.clock.now()
  simulator.clock.at(start + 5000, 'a bell', 'bell_1', () => 'rung')
  const clock = await ok('get', '/clock')
  t.equal(clock.mode, 'manual')
  t.equal(Date.parse(clock.now), start)
  t.match(clock.upcoming, [{ what: 'a bell', subject: 'bell_1' }])
  const early = new Date(start + 1000).toISOString()
  t.strictSame((await ok('get', `/clock?until=${early}`)).upcoming, [])
  t.strictSame((await ok('post', '/clock/advance', { to: early })).fired, [])
  const { now, fired } = await ok('post', '/clock/advance', { seconds: 10 })
  t.equal(Date.parse(now), start + 11_000)
  t.match(fired, [{ what: 'a bell', subject: 'bell_1', outcome: 'rung', at: new Date(start + 5000).toISOString() }])
})

t.test('held, the clock stands still, and what falls due at the instant runs', async (t) => {
  let rung = 0
  const { clock } = simulator
  const hold = clock.hold.bind(clock)
  const begun = new Promise<number>((resolve) => {
    clock.hold = async (milliseconds) => {
      const held = hold(milliseconds)
      resolve(milliseconds)
      await held
    }
  })
  const holding = ok('post', '/clock/hold', { milliseconds: 50 })
  t.equal(await begun, 50)
  clock.hold = hold
  const [before] = [
    simulator.clock.now(),
    simulator.clock.at(simulator.clock.now(), 'a bell', 'bell_2', () => void (rung += 1)),
  ]
  t.equal(simulator.clock.now(), before)
  t.equal(Date.parse((await holding).now), before)
  t.equal(rung, 1)
  await refused(t, 'post', '/clock/hold', { milliseconds: 60_000 }, 422, /milliseconds must be <= 10000/)
})

t.test('the clock does not go back and takes one measure', async (t) => {
  await refused(t, 'post', '/clock/advance', { to: '2001-01-01T00:00:00Z' }, 409, /forward only/)
  await refused(t, 'post', '/clock/advance', { seconds: -1 }, 422, /seconds must be >= 0/)
  await refused(t, 'post', '/clock/advance', { seconds: 1e300 }, 422, /instant/)
  await refused(t, 'post', '/clock/advance', { to: 'tomorrow' }, 422, /to must match format/)
  await refused(t, 'post', '/clock/advance', { seconds: 1, to: '2090-01-01T00:00:00Z' }, 422, /1 propert/)
  await refused(t, 'post', '/clock/advance', {}, 422, /1 propert/)
  await refused(t, 'get', '/clock?until=soon', undefined, 422, /until must match format/)
})

t.test('a new rate limit window begins with its limit as it was', async (t) => {
  const remaining = async () => {
    const token = bearer.get('main') ?? ''
    const { headers } = await lenderPort.sandbox.get('/account').auth(token, { type: 'bearer' })
    return [headers['x-ratelimit-limit'], Number(headers['x-ratelimit-remaining'])]
  }
  await read('get', '/account')
  await read('get', '/account')
  t.ok(((await remaining())[1] as number) < 599)
  t.strictSame(await ok('post', '/rate-limit/renew'), { requests_per_minute: 600 })
  t.strictSame(await remaining(), ['600', 599])
})

// --- companies, lenders, clients

t.test('a company changes its policies', async (t) => {
  const one = async () => (await ok('get', '/companies')).data.find(({ id }: Json) => id === 'cmp_cedarridge')
  const before = await one()
  t.notOk('next_order_number' in before)
  const changed = await ok('patch', '/companies/cmp_cedarridge', {
    provides_review_report: !before.provides_review_report,
    review_first: { order_types: ['2055'] },
    status_labels: { new: 'Fresh', cancelled: 'Gone' },
  })
  t.strictSame(changed, {
    ...before,
    provides_review_report: !before.provides_review_report,
    review_first: { ...before.review_first, order_types: ['2055'] },
    status_labels: { new: 'Fresh', cancelled: 'Gone' },
  })
  t.strictSame(await one(), changed)
  const id = await placed()
  t.equal((await read('get', `/orders/${id}`)).status.label, 'Fresh')
  const { provides_review_report, review_first } = before
  const undo = { provides_review_report, review_first, status_labels: { new: null, cancelled: null } }
  t.strictSame(await ok('patch', '/companies/cmp_cedarridge', undo), before)
  await refused(t, 'patch', '/companies/cmp_none', { name: 'x' }, 404, /no company cmp_none; GET \/companies/)
  await refused(t, 'patch', '/companies/cmp_cedarridge', {}, 422, /fewer than 1|at least 1/)
  await refused(
    t,
    'patch',
    '/companies/cmp_cedarridge',
    { status_labels: { asleep: 'x' } },
    422,
    /asleep must be one of/,
  )
})

t.test('a product is withdrawn, withheld and priced', async (t) => {
  const path = '/companies/cmp_cedarridge/products/1004'
  const offered = async () => {
    const { data } = await read('get', '/order-types?per_page=100')
    return data.find(({ code }: Json) => code === '1004')
  }
  t.equal((await ok('patch', path, { active: false })).active, false)
  t.equal((await offered()).active, false)
  t.equal((await lender('main', 'post', '/orders', draft())).status, 422)
  await ok('patch', path, { active: true, withheld_from: ['len_bluestem'] })
  t.equal(await offered(), undefined)
  await ok('patch', path, { withheld_from: [], fee: '600.00', add_on_fees: { RENT: null } })
  t.equal((await offered()).active, true)
  const feeOf = async (more: Json) => (await read('get', `/orders/${await placed(more)}`)).fees.appraisal_fee
  t.equal(await feeOf({}), '600.00')
  t.equal(await feeOf({ add_on_codes: ['RENT'] }), null)
  await ok('patch', path, { fee: null })
  t.equal(await feeOf({}), null)
  await ok('patch', path, { fee: '525.00', add_on_fees: { RENT: '150.00' } })
  await refused(t, 'patch', '/companies/cmp_cedarridge/products/none', { active: true }, 404, /no product of cmp_cedar/)
  await refused(t, 'patch', '/companies/cmp_none/products/1004', { active: true }, 404, /no company/)
  await refused(t, 'patch', path, { withheld_from: ['len_marram'] }, 422, /len_marram is no lender of cmp_cedarridge/)
  await refused(t, 'patch', path, { add_on_fees: { NONE: '1.00' } }, 422, /NONE is no add-on of 1004/)
  await refused(t, 'patch', path, { fee: '-5.00' }, 422, /fee must match pattern.*525\.00/)
})

t.test('what a company allows a lender counts from the next request on', async (t) => {
  const change = (body: object) => ok('patch', '/lenders/len_bluestem', body)
  const id = await placed()
  t.match(await change({ billing: 'card' }), { id: 'len_bluestem', billing: 'card', may_cancel: true })
  t.match(await lender('main', 'post', '/orders', draft()), { status: 403, body: { code: 'account_not_billable' } })
  await change({ billing: 'invoiced', may_cancel: false, may_amend: false, may_message_appraiser: false })
  t.equal((await lender('main', 'post', `/orders/${id}/cancel`, {})).status, 403)
  t.equal((await lender('main', 'patch', `/orders/${id}`, { lender_reference: 'x' })).status, 403)
  const message = { recipient: 'appraiser', body: 'x' }
  t.equal((await lender('main', 'post', `/orders/${id}/messages`, message)).status, 422)
  await change({ may_cancel: true, may_amend: true, may_message_appraiser: true })
  t.equal((await lender('main', 'post', `/orders/${id}/cancel`, {})).status, 200)
  const { data } = await ok('get', '/lenders')
  t.match(
    data.find((one: Json) => one.id === 'len_bluestem'),
    { billing: 'invoiced', may_cancel: true },
  )
  await refused(t, 'patch', '/lenders/len_none', { may_cancel: true }, 404, /no lender len_none/)
  await refused(t, 'patch', '/lenders/len_bluestem', { billing: 'cash' }, 422, /invoiced, card/)
})

t.test('a credential is issued, rotated and revoked, and its secret shown once', async (t) => {
  const account = { lender_id: 'len_juniper', environment: 'production' }
  const { client, client_secret } = await ok('post', '/clients', account)
  t.match(client, { ...account, client_id: /^cli_/, revoked_at: null })
  const first = { client_id: client.client_id, client_secret, environment: 'production' }
  const { status, body: token } = await requestToken(first)
  t.equal(status, 200)
  t.equal((await requestToken({ ...first, environment: 'sandbox' })).status, 401, 'it belongs to its environment')

  const rotated = await ok('post', `/clients/${first.client_id}/rotate`)
  const second = {
    client_id: rotated.client.client_id,
    client_secret: rotated.client_secret,
    environment: 'production',
  }
  t.not(second.client_id, first.client_id)
  t.not(second.client_secret, first.client_secret)
  t.match(rotated.client, account)
  t.equal((await requestToken(first)).status, 200, 'the first works on')
  t.equal((await requestToken(second)).status, 200)

  const revoked = await ok('post', `/clients/${first.client_id}/revoke`)
  t.equal(Date.parse(revoked.revoked_at), simulator.clock.now())
  const read = await lenderPort.production.get('/account').auth(token.access_token, { type: 'bearer' })
  t.match(read, { status: 401, body: { code: 'client_revoked' } })
  t.equal((await requestToken(second)).status, 200, 'the second works on')

  const { data } = await ok('get', '/clients?lender_id=len_juniper&environment=production')
  t.strictSame(
    data.map(({ client_id }: Json) => client_id),
    [first.client_id, second.client_id],
  )
  t.notMatch(JSON.stringify(await ok('get', '/clients')), /secret/)
  await refused(t, 'post', `/clients/${first.client_id}/revoke`, undefined, 409, /revoked already/)
  await refused(t, 'post', `/clients/${first.client_id}/rotate`, undefined, 409, /POST \/clients/)
  await refused(t, 'post', '/clients/cli_none/rotate', undefined, 404, /no client cli_none/)
  await refused(t, 'post', '/clients/cli_none/revoke', undefined, 404, /no client cli_none/)
  await refused(t, 'post', '/clients', { ...account, lender_id: 'len_none' }, 404, /no lender len_none/)
  await refused(t, 'post', '/clients', { lender_id: 'len_juniper' }, 422, /environment is required/)
})

t.test('a token of any life is made', async (t) => {
  const account = async (client_id: string, expires_in: number) => {
    const { access_token } = await ok('post', '/tokens', { client_id, expires_in })
    return lenderPort.sandbox.get('/account').auth(access_token, { type: 'bearer' })
  }
  t.equal((await account('cli_bluestem_sandbox', 1)).status, 200)
  t.match(await account('cli_bluestem_sandbox', 0), { status: 401, body: { code: 'token_expired' } })
  t.match(await account('cli_bluestem_sandbox', -60), { status: 401, body: { code: 'token_expired' } })
  t.match(await account('cli_bluestem_retired', 60), { status: 401, body: { code: 'client_revoked' } })
  t.match(await ok('post', '/tokens', { client_id: 'cli_bluestem_sandbox', expires_in: 90 }), {
    token_type: 'Bearer',
    expires_in: 90,
    scope: 'lender',
  })
  await refused(t, 'post', '/tokens', { client_id: 'cli_none', expires_in: 1 }, 404, /no client/)
})

// --- webhooks and events

const receiver = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(request.url === '/bad' ? 500 : 200).end('seen'))
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
t.teardown(() => receiver.close())
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

t.test('the company sets the webhook of a lender, and the last write wins', async (t) => {
  const path = '/lenders/len_bluestem/webhooks/sandbox'
  t.match(await ok('get', path), { url: null, secret_set: false })
  await refused(t, 'put', path, { enabled: true }, 422, /url is required/)
  const secret = 'a secret of at least thirty-two characters'
  await refused(t, 'put', path, { url: 'ftp://example.com', secret }, 422, /url must be/)
  await refused(t, 'put', path, { url: receiverUrl, secret: 'short' }, 422, /secret must NOT have fewer than 32/)
  await refused(t, 'put', path, { events: ['order.lost'] }, 422, /events\.0 must be one of/)
  const set = await ok('put', path, { url: `${receiverUrl}/bad`, secret })
  t.match(set, { url: `${receiverUrl}/bad`, enabled: true, events: ['*'], secret_set: true })
  t.notMatch(JSON.stringify(set), secret)
  t.strictSame(await read('get', '/webhook'), set)
  await read('put', '/webhook', { url: `${receiverUrl}/bad?lender` })
  t.match(await ok('get', path), { url: `${receiverUrl}/bad?lender`, secret_set: true })
  t.match(await ok('get', '/lenders/len_bluestem/webhooks/production'), { url: null }, 'environments are apart')
  await refused(t, 'put', '/lenders/len_none/webhooks/sandbox', { enabled: false }, 404, /no lender/)
  await refused(t, 'get', '/lenders/len_none/webhooks/sandbox', undefined, 404, /no lender/)
  await ok('put', path, { url: `${receiverUrl}/bad` })
})

t.test('attempts are listed, and an event is sent once more', async (t) => {
  const id = await placed()
  await simulator.idle()
  const [event] = await feedOf(id)
  const { data } = await ok('get', `/events/${event.id}/attempts`)
  t.match(data, [
    {
      event_id: event.id,
      event_type: 'order.created',
      lender_id: 'len_bluestem',
      environment: 'sandbox',
      kind: 'scheduled',
      number: 1,
      accepted: false,
      response: { status: 500, body: 'seen' },
    },
  ])
  t.ok(data[0].request.headers.some(({ name }: Json) => name === 'X-Service-Signature'))
  t.match((await ok('get', '/clock')).upcoming, [{ what: 'webhook attempt 2' }])
  const path = '/lenders/len_bluestem/webhooks/sandbox'
  await ok('put', path, { url: receiverUrl })
  const { attempt } = await ok('post', `/events/${event.id}/redeliver`)
  t.match(attempt, { event_id: event.id, kind: 'redelivery', number: null, accepted: true })
  t.equal((await ok('get', `/events/${event.id}/attempts`)).data.length, 2)
  t.equal((await feedOf(id))[0].delivery.status, 'delivered')
  await ok('put', path, { enabled: false })
  await refused(t, 'post', `/events/${event.id}/redeliver`, undefined, 409, /switched off/)
  await refused(t, 'post', '/events/evt_none/redeliver', undefined, 404, /no event evt_none/)
  await refused(t, 'get', '/events/evt_none/attempts', undefined, 404, /no event evt_none/)
})

t.test('events of all lenders are listed in the order raised, and narrowed', async (t) => {
  const { body: other } = await lender('other_lender', 'post', '/orders', draft())
  const mine = await placed()
  const narrowed = async (query: string) => (await ok('get', `/events?per_page=100&${query}`)).data as Json[]
  const everything: Json[] = []
  for (let cursor = ''; ;) {
    const page = await ok('get', `/events?per_page=2${cursor}`)
    everything.push(...page.data)
    if (page.next_cursor === null) break
    cursor = `&after=${page.next_cursor}`
  }
  const ids = everything.map(({ id }) => id)
  t.strictSame(ids, ids.toSorted())
  t.equal(new Set(ids).size, ids.length)
  t.ok(everything.some((event) => event.order_id === other.id && event.lender_id === 'len_juniper'))
  t.ok(everything.some((event) => event.order_id === mine && event.lender_id === 'len_bluestem'))
  t.strictSame(
    (await narrowed(`order_id=${mine}`)).map(({ lender_id: _lender, environment: _environment, ...event }) => event),
    await feedOf(mine),
  )
  t.ok((await narrowed('lender_id=len_juniper')).every(({ lender_id }) => lender_id === 'len_juniper'))
  t.ok((await narrowed('type=order.created')).every(({ type }) => type === 'order.created'))
  t.strictSame(await narrowed('environment=production'), [])
  t.ok((await narrowed('delivery_status=not_subscribed')).length > 0)
})

// --- orders as the company sees them

t.test('orders of all lenders are listed, newest first, and narrowed', async (t) => {
  const { body: other } = await lender('other_lender', 'post', '/orders', draft())
  await ok('post', '/clock/advance', { seconds: 1 })
  const mine = await placed({ lender_reference: 'R-1' })
  const first = await ok('get', '/orders?per_page=1')
  t.match(first.data, [{ id: mine, lender_id: 'len_bluestem', environment: 'sandbox', lender_reference: 'R-1' }])
  const second = await ok('get', '/orders?per_page=1&page=2')
  t.match(second.data, [{ id: other.id, lender_id: 'len_juniper' }])
  t.equal(first.total, first.total_pages)
  t.strictSame((await ok('get', '/orders?page=1000')).data, [])
  t.ok((await ok('get', '/orders?lender_id=len_juniper')).total < first.total)
  t.equal((await ok('get', '/orders?environment=production')).total, 0)
  t.equal((await ok('get', '/orders?lender_id=len_none')).total, 0)
  const cancelled = await ok('get', '/orders?status=cancelled')
  t.ok(cancelled.data.length > 0 && cancelled.data.every(({ status }: Json) => status.code === 'cancelled'))
  await refused(t, 'get', '/orders?status=asleep', undefined, 422, /status must be one of/)
})

t.test('an order placed in the portal is created without the interface', async (t) => {
  const sent = { lender_id: 'len_bluestem', environment: 'sandbox', order: draft({ lender_reference: 'Portal Ünït' }) }
  const file = { filename: 'a.txt', content: base64('words'), purpose: 'other' }
  const { order, raised } = await ok('post', '/orders', { ...sent, order: { ...sent.order, documents: [file] } })
  t.strictSame(order, await read('get', `/orders/${order.id}`))
  t.equal(order.lender_reference, 'Portal Ünït')
  t.match(order.documents, [{ kind: 'supporting', filename: 'a.txt' }])
  t.strictSame(
    raised,
    (await feedOf(order.id)).map(({ id, type }) => ({ id, type })),
  )
  t.match(raised, [{ type: 'order.created' }])
  t.match(await ok('get', `/orders/${order.id}`), {
    client_id: null,
    lender_id: 'len_bluestem',
    environment: 'sandbox',
  })
  const numbers = await Promise.all([1, 2, 3].map(async () => (await ok('post', '/orders', sent)).order.order_number))
  t.equal(new Set(numbers).size, 3, 'every order has a number of its own')
  const { status } = await lender('card_billed', 'post', '/orders', draft())
  t.equal(status, 403)
  t.equal((await call('post', '/orders', { ...sent, lender_id: 'len_wren' })).status, 201, 'the portal takes cards')
})

t.test('a portal order is judged by the rules of the contract', async (t) => {
  const sent = (order: Json) => ({ lender_id: 'len_bluestem', environment: 'sandbox', order })
  const rulesOf = async (more: Json, said: RegExp) => refused(t, 'post', '/orders', sent(draft(more)), 422, said)
  const body = await rulesOf({ order_type_code: 'NONE' }, /order\.order_type_code/)
  t.match(body.details, [{ field: 'order.order_type_code', code: 'invalid_value', value: 'NONE' }])
  await rulesOf({ due_date: '2020-01-01' }, /order\.due_date is in the past/)
  await rulesOf({ due_date: undefined }, /order\.due_date is required/)
  await rulesOf({ documents: [{ filename: 'a.exe', content: base64('MZ') }] }, /not accepted/)
  const nobody = { ...sent(draft()), lender_id: 'len_none' }
  await refused(t, 'post', '/orders', nobody, 404, /no lender len_none/)
})

t.test('the company sees of an order what the lender does not', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/assign`, { name: 'Noor Haddad', share: false })
  await read('patch', `/orders/${id}`, { due_date: dateIn(30) })
  await read('post', `/orders/${id}/hold`, { reason: 'wait' })
  const seen = await ok('get', `/orders/${id}`)
  t.match(seen, {
    order: { id, appraiser: null, status: { code: 'on_hold' } },
    client_id: 'cli_bluestem_sandbox',
    appraiser: { name: 'Noor Haddad' },
    previous_status: 'appraiser_assigned',
    requested_due_date: dateIn(30),
    delivered: false,
    messages: [],
    revision_requests: [],
  })
  await refused(t, 'get', '/orders/ord_none', undefined, 404, /no order ord_none; GET \/orders/)
})

t.test('every operation on an order refuses one that does not exist', async (t) => {
  const bodies: Record<string, object> = {
    assign: { name: 'x' },
    move: { to_status: 'new' },
    cancel: { reason: 'x' },
    fee: { appraisal_fee: '1.00' },
    'due-date': { due_date: dateIn(3) },
    messages: { from: 'manager', body: 'x' },
    'internal-notes': { from: 'manager', body: 'x' },
    documents: { kind: 'ssr' },
    'revision-requests': { kind: 'correction' },
    'revision-requests/{revision_request_id}/answer': { body: 'x' },
  }
  const routes = entries.filter(({ method, path }) => method === 'post' && path.startsWith('/orders/{order_id}/'))
  const taken = new Set(routes.map(({ path }) => path.replace('/orders/{order_id}/', '')))
  t.same(
    Object.keys(bodies).filter((rest) => !taken.has(rest)),
    [],
  )
  for (const { path } of routes) {
    const rest = path.replace('/orders/{order_id}/', '')
    const route = `/orders/ord_none/${rest.replace('{revision_request_id}', 'rr_none')}`
    await refused(t, 'post', route, bodies[rest] ?? {}, 404, /no order ord_none/)
  }
})

// --- work

t.test('an order is placed after review', async (t) => {
  const id = await placed({ order_type_code: 'LAND', property: { ...draft().property, type: 'vacant_land' } })
  t.equal(await statusOf(id), 'pending_review')
  await refused(t, 'post', `/orders/${id}/deliver`, {}, 409, /place it first/)
  const { data } = await work(t, id, '/place', { note: 'fine' }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'new' }, previous_status: { code: 'pending_review' }, note: 'fine' }])
  await refused(t, 'post', `/orders/${id}/place`, {}, 409, /Only an order in pending_review.*is new/)
})

t.test('an appraiser is assigned, shared as the company does or as the call says', async (t) => {
  const id = await placed()
  const first = await work(t, id, '/assign', { name: 'Ana Ruiz' }, ['order.assigned', 'order.status_changed'])
  t.match(first.data[0], {
    appraiser: { name: 'Ana Ruiz' },
    assigned_at: new Date(simulator.clock.now()).toISOString(),
  })
  t.match(first.data[1], { status: { code: 'appraiser_assigned' }, previous_status: { code: 'new' } })
  const second = await work(t, id, '/assign', { name: 'Bo Lind', share: false }, ['order.assigned'])
  t.equal(second.data[0].appraiser, null)
  t.equal(second.order.appraiser, null)
  t.equal((await ok('get', `/orders/${id}`)).appraiser.name, 'Bo Lind')
  await ok('post', `/orders/${id}/move`, { to_status: 'awaiting_review' })
  const third = await work(t, id, '/assign', { name: 'Cy Oak', move: true }, ['order.assigned', 'order.status_changed'])
  t.equal(third.order.status.code, 'appraiser_assigned', 'work begins again')
  const other = await placed()
  const stays = await work(t, other, '/assign', { name: 'Di Fox', move: false }, ['order.assigned'])
  t.equal(stays.order.status.code, 'new')
  await refused(t, 'post', `/orders/${id}/assign`, {}, 422, /name is required/)
  await ok('post', `/orders/${id}/cancel`, { reason: 'x' })
  await refused(t, 'post', `/orders/${id}/assign`, { name: 'Ed Ash' }, 409, /cancelled order is not assigned/)
})

t.test('a company that keeps appraisers to itself names one when the call says so', async (t) => {
  const sent = { lender_id: 'len_marram', environment: 'sandbox', order: draft({ order_type_code: '7' }) }
  const { order } = await ok('post', '/orders', sent)
  const eventOf = async (body: object) => {
    const { raised } = await ok('post', `/orders/${order.id}/assign`, body)
    const { data } = await ok('get', `/events?order_id=${order.id}&per_page=100`)
    return data.find(({ id }: Json) => id === raised[0].id).data.appraiser
  }
  t.equal(await eventOf({ name: 'Flo Elm' }), null)
  t.strictSame(await eventOf({ name: 'Flo Elm', share: true }), { name: 'Flo Elm' })
})

t.test('an order moves forwards, backwards and in leaps', async (t) => {
  const id = await placed()
  const move = (to_status: string, expected: string[], more: object = {}) =>
    work(t, id, '/move', { to_status, ...more }, expected)
  const moved = ['order.status_changed']
  const first = await move('borrower_contacted', ['order.assigned', ...moved], { note: 'spoke', appraiser: 'Gil Yew' })
  t.match(first.data[1], { previous_status: { code: 'new' }, status: { code: 'borrower_contacted' }, note: 'spoke' })
  t.equal(first.order.appraiser.name, 'Gil Yew')
  const at = '2027-03-01T15:00:00.000Z'
  const { order } = await move('appointment_scheduled', moved, { appointment_at: at })
  t.equal(order.dates.appointment_at, at)
  await move('left_message_for_borrower', moved)
  await move('appraiser_accepted', moved)
  await move('awaiting_review', moved)
  await move('report_rejected_for_correction', moved)
  await move('appraiser_assigned', moved)
  const back = await move('new', moved)
  t.equal(back.order.appraiser, null, 'a new order is nobody’s')
  await move('pending_review', moved)
  await move('appraiser_accepted', ['order.assigned', ...moved])
})

t.test('a status is announced once more when asked for', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/move`
  await refused(t, 'post', path, { to_status: 'new' }, 409, /is new already; send repeat/)
  const { data, order } = await work(t, id, '/move', { to_status: 'new', repeat: true }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'new' }, previous_status: { code: 'new' } }])
  t.equal(order.status.code, 'new')
  await ok('post', path, { to_status: 'appointment_scheduled' })
  const again = { to_status: 'appointment_scheduled', repeat: true, appointment_at: '2027-04-01T15:00:00.000Z' }
  const rebooked = await work(t, id, '/move', again, ['order.status_changed'])
  t.equal(rebooked.order.dates.appointment_at, again.appointment_at)
  await ok('post', `/orders/${id}/hold`, {})
  await work(t, id, '/move', { to_status: 'on_hold', repeat: true }, ['order.status_changed'])
  t.equal((await ok('get', `/orders/${id}`)).previous_status, 'appointment_scheduled', 'the way back is not lost')
})

t.test('a cancelled order is reactivated and settles where it was', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/move`, { to_status: 'borrower_contacted' })
  await refused(t, 'post', `/orders/${id}/move`, { to_status: 'reactivated' }, 409, /Only a cancelled order/)
  await read('post', `/orders/${id}/cancel`, { reason: 'too late' })
  await refused(t, 'post', `/orders/${id}/move`, { to_status: 'new' }, 409, /move it to reactivated first/)
  const { data } = await work(t, id, '/move', { to_status: 'reactivated', note: 'back' }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'reactivated' }, previous_status: { code: 'cancelled' }, note: 'back' }])
  const { fired } = await ok('post', '/clock/advance', { seconds: 60 })
  t.match(fired, [{ what: 'reactivated ends', subject: id, outcome: 'borrower_contacted' }])
  t.equal(await statusOf(id), 'borrower_contacted')
  t.match((await feedOf(id)).at(-1), { type: 'order.status_changed', data: { status: { code: 'borrower_contacted' } } })
})

t.test('a move that makes no sense is refused', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/move`
  await refused(t, 'post', path, { to_status: 'asleep' }, 422, /to_status must be one of/)
  await refused(t, 'post', path, {}, 422, /to_status is required/)
  const at = { to_status: 'awaiting_review', appointment_at: '2027-03-01T15:00:00Z' }
  await refused(t, 'post', path, at, 422, /belongs to appointment_scheduled/)
  await refused(t, 'post', path, { ...at, to_status: 'appointment_scheduled', appointment_at: 'noon' }, 422, /format/)
  await refused(
    t,
    'post',
    path,
    { to_status: 'pending_review', appraiser: 'x' },
    422,
    /does not go with pending_review/,
  )
  const actions: Record<string, string> = {
    report_complete: 'deliver',
    revised_report_complete: 'deliver',
    revision_requested: 'revision-requests',
    reconsideration_requested: 'revision-requests',
    on_hold: 'hold',
    off_hold: 'resume',
    cancelled: 'cancel',
  }
  for (const [to_status, action] of Object.entries(actions)) {
    await refused(t, 'post', path, { to_status }, 409, new RegExp(`POST /orders/${id}/${action}`))
  }
  await ok('post', `/orders/${id}/hold`, {})
  await refused(t, 'post', path, { to_status: 'new' }, 409, /resume it first/)
  t.equal((await feedOf(id)).filter(({ type }) => type === 'order.status_changed').length, 1, 'the hold alone is told')
})

t.test('the company holds and resumes an order', async (t) => {
  const id = await placed()
  const held = await work(t, id, '/hold', { reason: 'access' }, ['order.on_hold', 'order.status_changed'])
  t.match(held.data[0], { status: { code: 'on_hold' }, reason: 'access' })
  await refused(t, 'post', `/orders/${id}/hold`, {}, 409, /on hold already/)
  await refused(t, 'post', `/orders/${id}/deliver`, {}, 409, /resume it first/)
  const resumed = await work(t, id, '/resume', { reason: 'keys' }, ['order.resumed', 'order.status_changed'])
  t.match(resumed.data[0], { status: { code: 'off_hold' }, reason: 'keys' })
  await refused(t, 'post', `/orders/${id}/resume`, {}, 409, /is off_hold/)
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(id), 'new')
})

t.test('the company cancels what the lender cannot: a held order, and one with an open correction', async (t) => {
  const held = await placed()
  await ok('post', `/orders/${held}/move`, { to_status: 'appraiser_accepted' })
  await ok('post', `/orders/${held}/hold`, {})
  t.equal((await lender('main', 'post', `/orders/${held}/cancel`, {})).status, 409)
  const cancelled = ['order.cancelled', 'order.status_changed']
  const { data } = await work(t, held, '/cancel', { reason: 'no appraiser near' }, cancelled)
  t.match(data[0], { status: { code: 'cancelled' }, reason: 'no appraiser near' })
  await ok('post', `/orders/${held}/move`, { to_status: 'reactivated' })
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(held), 'appraiser_accepted', 'it comes back to work, not to its hold')

  const revising = await placed()
  await deliver(revising)
  await refused(t, 'post', `/orders/${revising}/cancel`, { reason: 'x' }, 409, /while it is open.*report_complete/)
  await refused(t, 'post', `/orders/${revising}/hold`, {}, 409, /while it is open/)
  await ok('post', `/orders/${revising}/revision-requests`, { kind: 'correction' })
  await work(t, revising, '/cancel', { reason: 'x' }, cancelled)
  await refused(t, 'post', `/orders/${revising}/cancel`, { reason: 'x' }, 409, /this one is cancelled/)
  await refused(t, 'post', `/orders/${held}/cancel`, {}, 422, /reason is required/)
})

t.test('a first report comes with the files of the company’s policies', async (t) => {
  const id = await placed()
  const answer = await ok('post', `/orders/${id}/deliver`, {})
  const types = answer.raised.map(({ type }: Json) => type)
  t.strictSame(types.slice(0, 3), ['order.assigned', 'order.completed', 'order.status_changed'])
  const kinds = answer.order.documents.map(({ kind }: Json) => kind).toSorted()
  const expected = ['borrower_certificate', 'compliance_certificate', 'invoice', 'report_data', 'report_pdf']
  t.strictSame(kinds, [...expected, 'review_report', 'ssr'])
  t.equal(deliveryEvents(answer), kinds.length)
  const completed = (await feedOf(id)).find(({ type }) => type === 'order.completed')
  t.match(completed.data, { revision: false, status: { code: 'report_complete' }, report_format: 'uad_2_6' })
  t.equal(completed.data.documents.length, kinds.length)
})

t.test('a report the company sends again is a revised one', async (t) => {
  const id = await placed()
  await deliver(id)
  const answer = await ok('post', `/orders/${id}/deliver`, { kinds: ['report_pdf', 'report_data'] })
  t.equal(answer.order.status.code, 'revised_report_complete')
  t.equal(deliveryEvents(answer), 2)
  t.match((await feedOf(id)).findLast(({ type }) => type === 'order.completed').data, { revision: true })
  await ok('post', `/orders/${id}/move`, { to_status: 'awaiting_review' })
  const third = await deliver(id)
  t.equal(third.order.status.code, 'revised_report_complete', 'also after it went back to work')
})

t.test('a delivery brings the content it is given', async (t) => {
  const id = await placed()
  const file = {
    kind: 'report_pdf',
    filename: 'rapport é.pdf',
    content_type: 'application/pdf',
    content: base64('%PDF-1.7'),
  }
  const { order } = await ok('post', `/orders/${id}/deliver`, { kinds: ['report_data'], files: [file] })
  const pdf = order.documents.find(({ kind }: Json) => kind === 'report_pdf')
  t.match(pdf, { filename: 'rapport é.pdf', content_type: 'application/pdf', size_bytes: 8 })
  t.strictSame(order.documents.map(({ kind }: Json) => kind).toSorted(), ['report_data', 'report_pdf'])
  const { download } = await read('get', `/documents/${pdf.id}`)
  t.equal((await (await fetch(download.url)).text()).slice(0, 8), '%PDF-1.7')
})

t.test('a delivery that makes no sense is refused', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/deliver`
  await refused(t, 'post', path, { kinds: ['report_pdf'] }, 422, /add report_data/)
  await refused(
    t,
    'post',
    path,
    { kinds: ['report_pdf', 'report_data', 'drone_film'] },
    422,
    /drone_film cannot be made/,
  )
  const file = { filename: 'a.pdf', content_type: 'application/pdf', content: 'x' }
  await refused(t, 'post', path, { files: [file] }, 422, /files\.0\.kind is required/)
  const body = await refused(t, 'post', path, { files: [{ ...file, kind: 'ssr', content: '*' }] }, 422, /not base64/)
  t.match(body.details, [{ field: 'files.0.content' }])
  await ok('post', `/orders/${id}/cancel`, { reason: 'x' })
  await refused(t, 'post', path, {}, 409, /No report is delivered on a cancelled order/)
  t.strictSame((await read('get', `/orders/${id}`)).documents, [])
})

t.test('two deliveries at once are two, one after the other', async (t) => {
  const id = await placed()
  const answers = await Promise.all([deliver(id), deliver(id)])
  t.strictSame(answers.map(({ order }) => order.status.code).toSorted(), ['report_complete', 'revised_report_complete'])
  const invoices = (await read('get', `/orders/${id}`)).documents.filter(({ kind }: Json) => kind === 'invoice')
  t.equal(invoices.length, 1, 'the second comes with the files of a revised report')
  const events = await feedOf(id)
  t.strictSame(
    events.filter(({ type }) => type === 'order.completed').map(({ data }) => data.revision),
    [false, true],
  )
  t.strictSame(
    answers.flatMap(({ raised }) => raised.map((one: Json) => one.id)).toSorted(),
    events.slice(1).map(({ id }) => id),
  )
})

// --- terms

t.test('a fee is quoted and changed', async (t) => {
  const id = await placed({ order_type_code: 'COMPLEX' })
  t.equal((await read('get', `/orders/${id}`)).fees.appraisal_fee, null)
  const fee = (appraisal_fee: string | null, reason?: string) =>
    work(t, id, '/fee', { appraisal_fee, ...(reason && { reason }) }, ['order.fee_changed'])
  t.strictSame((await fee('900.00', 'quoted')).data[0], {
    order_id: id,
    order_number: (await read('get', `/orders/${id}`)).order_number,
    appraisal_fee: '900.00',
    previous_appraisal_fee: null,
    currency: 'USD',
    reason: 'quoted',
  })
  const changed = await fee('950.50')
  t.match(changed.data[0], { appraisal_fee: '950.50', previous_appraisal_fee: '900.00', reason: null })
  t.equal(changed.order.fees.appraisal_fee, '950.50')
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: '950.50' }, 409, /is 950\.50 already/)
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: 950.5 }, 422, /appraisal_fee must be/)
  await refused(t, 'post', `/orders/${id}/fee`, { appraisal_fee: '950.5' }, 422, /pattern.*525\.00/)
  t.equal((await fee(null)).order.fees.appraisal_fee, null)
})

t.test('the due date is set by the company', async (t) => {
  const id = await placed()
  const before = (await read('get', `/orders/${id}`)).dates.due_date
  const due_date = dateIn(25)
  const { data, order } = await work(t, id, '/due-date', { due_date }, ['order.due_date_changed'])
  t.match(data, [{ due_date, previous_due_date: before, requested_by: 'company' }])
  t.equal(order.dates.due_date, due_date)
  const asked = { due_date: dateIn(26), requested_by: 'lender' }
  t.match((await work(t, id, '/due-date', asked, ['order.due_date_changed'])).data, [asked])
  await refused(t, 'post', `/orders/${id}/due-date`, { due_date: dateIn(26) }, 409, /already/)
  await refused(t, 'post', `/orders/${id}/due-date`, { due_date: '2027-02-30' }, 422, /due_date must match format/)
})

t.test('a requested due date is accepted, as asked or otherwise', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/due-date/accept`
  await refused(t, 'post', path, {}, 409, /asked for no due date/)
  const [asked, other] = [dateIn(40), dateIn(41)]
  await read('patch', `/orders/${id}`, { due_date: asked })
  const accepted = await work(t, id, '/due-date/accept', {}, ['order.due_date_changed'])
  t.match(accepted.data, [{ due_date: asked, requested_by: 'lender' }])
  await refused(t, 'post', path, { due_date: other }, 409, /asked for no due date/)
  await read('patch', `/orders/${id}`, { due_date: dateIn(50) })
  const otherwise = await work(t, id, '/due-date/accept', { due_date: other }, ['order.due_date_changed'])
  t.match(otherwise.data, [{ due_date: other, previous_due_date: asked, requested_by: 'lender' }])
  await read('patch', `/orders/${id}`, { due_date: other })
  await work(t, id, '/due-date/accept', {}, [])
})

t.test('a declined due date changes nothing and is told only when asked for', async (t) => {
  const id = await placed()
  const before = await read('get', `/orders/${id}`)
  await refused(t, 'post', `/orders/${id}/due-date/decline`, {}, 409, /asked for no due date/)
  await read('patch', `/orders/${id}`, { due_date: dateIn(40) })
  t.strictSame((await work(t, id, '/due-date/decline', {}, [])).order, before)
  t.equal((await ok('get', `/orders/${id}`)).requested_due_date, null)
  await read('patch', `/orders/${id}`, { due_date: dateIn(41) })
  const { data } = await work(t, id, '/due-date/decline', { announce: true }, ['order.due_date_changed'])
  const { due_date } = before.dates
  t.match(data, [{ due_date, previous_due_date: due_date, requested_by: 'lender' }])
})

// --- exchange

t.test('manager and appraiser write to the lender, with attachments', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/messages`
  await refused(t, 'post', path, { from: 'appraiser', body: 'x' }, 409, /assign one first/)
  await ok('post', `/orders/${id}/assign`, { name: 'Hal Bay' })
  const { document } = await ok('post', `/orders/${id}/documents`, { kind: 'supporting' })
  const files = [{ filename: 'map.png', content_type: 'image/png', content: base64('png') }]
  const sent = { from: 'appraiser', subject: 'Ключи', body: 'Gate code? 🔑', document_ids: [document.id], files }
  const { message, data, order } = await work(t, id, '/messages', sent, [
    'order.document_added',
    'order.message_posted',
  ])
  t.match(message, { from: 'appraiser', recipient: 'lender', subject: 'Ключи', body: 'Gate code? 🔑' })
  const [first, second] = message.attachments
  t.strictSame(message.document_ids, [first.id, second.id])
  t.equal(first.id, document.id)
  t.match(second, { kind: 'supporting', filename: 'map.png', content_type: 'image/png', size_bytes: 3 })
  t.ok(order.documents.some((one: Json) => one.id === second.id))
  const [shown] = (await read('get', path)).data
  t.strictSame(data[1].message, shown, 'the event shows what the thread shows')
  t.strictSame(shown.attachments, message.attachments)
  const plain = await work(t, id, '/messages', { from: 'manager', body: 'Hello' }, ['order.message_posted'])
  t.match(plain.message, { from: 'manager', subject: null, attachments: [] })
  await refused(
    t,
    'post',
    path,
    { from: 'manager', body: 'x', document_ids: ['doc_none'] },
    422,
    /doc_none is no document/,
  )
  await refused(t, 'post', path, { from: 'lender', body: 'x' }, 422, /from must be one of manager, appraiser/)
  await refused(t, 'post', path, { from: 'manager' }, 422, /body is required/)
})

t.test('an internal note is never the lender’s to see', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/internal-notes`
  await refused(t, 'post', path, { from: 'manager', body: 'x' }, 409, /assign one first/)
  await ok('post', `/orders/${id}/assign`, { name: 'Ivy Rae' })
  const before = await read('get', `/orders/${id}`)
  await ok('post', '/clock/advance', { seconds: 5 })
  const note = { from: 'manager', subject: 'hush', body: 'the comparables are thin' }
  const { message } = await work(t, id, '/internal-notes', note, [])
  t.match(message, { ...note, recipient: 'appraiser' })
  const answer = await work(t, id, '/internal-notes', { from: 'appraiser', body: 'quite so' }, [])
  t.match(answer.message, { from: 'appraiser', recipient: 'manager' })
  t.match(await read('get', `/orders/${id}/messages`), { data: [], total: 0 })
  t.strictSame(await read('get', `/orders/${id}`), before, 'the order does not count as changed')
  t.notMatch(JSON.stringify(await feedOf(id)), /comparables|quite so/)
  await read('post', `/orders/${id}/messages`, { recipient: 'manager', body: 'to you' })
  t.equal((await read('get', `/orders/${id}/messages`)).total, 1, 'the lender still reads its own')
  t.strictSame(
    (await ok('get', `/orders/${id}`)).messages.map(({ body }: Json) => body),
    ['the comparables are thin', 'quite so', 'to you'],
  )
})

t.test('a document of any kind is put on the order', async (t) => {
  const id = await placed()
  const kinds = ['report_pdf', 'report_data', 'invoice', 'compliance_certificate', 'borrower_certificate', 'ssr']
  for (const kind of [...kinds, 'review_report', 'supporting']) {
    const { document, data } = await work(t, id, '/documents', { kind }, ['order.document_added'])
    t.equal(document.kind, kind)
    t.strictSame(data[0].document, document)
  }
  const own = {
    kind: 'drone_film',
    filename: 'vol d’été.mp4',
    content_type: 'video/mp4',
    content: base64('film'),
    description: 'from above',
  }
  const { document } = await work(t, id, '/documents', own, ['order.document_added'])
  t.match(document, { kind: 'drone_film', filename: 'vol d’été.mp4', content_type: 'video/mp4', size_bytes: 4 })
  await work(t, id, '/documents', { kind: 'ssr', announce: false }, [])
})

t.test('a document that cannot be made is refused', async (t) => {
  const path = `/orders/${await placed()}/documents`
  await refused(t, 'post', path, { kind: 'drone_film' }, 422, /drone_film cannot be made here.*send its content/)
  await refused(t, 'post', path, { kind: 'Drone Film' }, 422, /kind must match pattern/)
  await refused(
    t,
    'post',
    path,
    { kind: 'ssr', content: 'eA==' },
    422,
    /filename is required; content_type is required/,
  )
  await refused(t, 'post', path, { kind: 'ssr', filename: 'a.pdf' }, 422, /content is required/)
  const file = { kind: 'ssr', filename: 'a.pdf', content_type: 'application/pdf', content: '%' }
  await refused(t, 'post', path, file, 422, /content is not base64/)
  await refused(t, 'post', path, { ...file, content: 'eA==', content_type: 'pdf' }, 422, /content_type must match/)
})

// --- revisions

const revising = async (kind = 'correction'): Promise<{ id: string; path: string; request: string }> => {
  const id = await placed()
  await deliver(id)
  const acknowledgements = { prior_appraisal_provided: true }
  const body = { kind, reason: 'the basement is finished', acknowledgements }
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, body)
  return { id, path: `/revision-requests/${revision_request.id}`, request: revision_request.id }
}

const requestOf = async (id: string, request: string): Promise<Json> =>
  (await read('get', `/orders/${id}/revision-requests`)).data.find((one: Json) => one.id === request)

t.test('a revision is opened in the portal by the contract’s own rules', async (t) => {
  const id = await placed({ loan: { purpose: 'refinance' } })
  const path = `/orders/${id}/revision-requests`
  await refused(t, 'post', path, { kind: 'correction' }, 409, /in status new/)
  const { order } = await deliver(id)
  await refused(t, 'post', path, { kind: 'correction' }, 422, /loan number/)
  await read('patch', `/orders/${id}`, { loan: { number: 'L-1' } })
  await refused(t, 'post', path, { kind: 'reconsideration_of_value' }, 422, /acknowledgement/)
  await refused(t, 'post', path, { kind: 'complaint' }, 422, /kind must be one of/)
  await refused(t, 'post', path, { kind: 'correction', document_ids: ['doc_none'] }, 422, /doc_none is no document/)
  const events = ['order.revision_requested', 'order.status_changed']
  const evidence = { document_ids: [order.documents[0].id] }
  const opened = await work(t, id, '/revision-requests', { kind: 'correction', reason: 'typo', ...evidence }, events)
  t.match(opened.revision_request, { status: 'submitted', kind: 'correction', reason: 'typo', responses: [] })
  t.equal(opened.order.status.code, 'revision_requested')
  const value = { kind: 'reconsideration_of_value', acknowledgements: { comparable_sales_provided: true } }
  t.equal((await work(t, id, '/revision-requests', value, events)).order.status.code, 'reconsideration_requested')
})

t.test('a revision request is accepted, answered and completed', async (t) => {
  const { id, path, request } = await revising()
  const accepted = await work(t, id, `${path}/accept`, { body: 'on it' }, ['order.revision_responded'])
  t.match(accepted.data, [{ revision_request_id: request, status: 'accepted', response: { body: 'on it' } }])
  await refused(t, 'post', `/orders/${id}${path}/accept`, {}, 409, /submitted request can become accepted.*is accepted/)
  await refused(t, 'post', `/orders/${id}${path}/decline`, {}, 409, /is accepted/)
  const answered = await work(t, id, `${path}/answer`, { body: 'tomorrow' }, ['order.revision_responded'])
  t.match(answered.data, [{ status: 'accepted', response: { body: 'tomorrow' } }])
  t.equal(answered.revision_request.responses.length, 2)
  t.match(answered.revision_request.responses[1], { id: /^msg_/ })
  await refused(t, 'post', `/orders/${id}${path}/answer`, {}, 422, /body is required/)

  const events = (await feedOf(id)).length
  const { order, revision_request } = await ok('post', `/orders/${id}${path}/complete`, {})
  t.equal(revision_request.status, 'completed')
  t.equal(order.status.code, 'revised_report_complete')
  const fresh = (await feedOf(id)).slice(events)
  t.match(fresh[0], { type: 'order.revision_responded', data: { status: 'completed' } })
  t.match(fresh[1], { type: 'order.completed', data: { revision: true } })
  await refused(t, 'post', `/orders/${id}${path}/complete`, {}, 409, /is completed/)
})

t.test('completing one request leaves the others open, a delivery answers all', async (t) => {
  const { id, path, request } = await revising()
  const second = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  await ok('post', `/orders/${id}${path}/complete`, {})
  t.equal((await requestOf(id, request)).status, 'completed')
  t.equal((await requestOf(id, second.revision_request.id)).status, 'submitted')
  const third = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  await deliver(id)
  t.equal((await requestOf(id, second.revision_request.id)).status, 'completed')
  t.equal((await requestOf(id, third.revision_request.id)).status, 'completed')
})

t.test('a declined request leads back, once no other is open', async (t) => {
  const { id, path } = await revising('reconsideration_of_value')
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  const first = await work(t, id, `${path}/decline`, { body: 'no' }, ['order.revision_responded'])
  t.match(first.data, [{ status: 'declined', response: { body: 'no' } }])
  t.equal(first.order.status.code, 'revision_requested')
  const path2 = `/revision-requests/${revision_request.id}/decline`
  const second = await work(t, id, path2, {}, ['order.revision_responded', 'order.status_changed'])
  t.equal(second.order.status.code, 'report_complete')
})

t.test('a declined request of a cancelled order leaves it cancelled', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/cancel`, { reason: 'first' })
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  const expected = ['order.revision_responded', 'order.cancelled', 'order.status_changed']
  const declined = await work(t, id, `/revision-requests/${revision_request.id}/decline`, { body: 'no' }, expected)
  t.equal(declined.order.status.code, 'cancelled')
})

t.test('a request declined during a hold is not waited for after it', async (t) => {
  const { id, path } = await revising()
  await ok('post', `/orders/${id}/hold`, {})
  await work(t, id, `${path}/decline`, {}, ['order.revision_responded'])
  await ok('post', `/orders/${id}/resume`, {})
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(id), 'report_complete')
})

t.test('a revision request is looked for on its own order', async (t) => {
  const { id, path } = await revising()
  const other = await placed()
  for (const action of ['accept', 'decline', 'complete']) {
    await refused(t, 'post', `/orders/${other}${path}/${action}`, {}, 404, /no revision request rr_/)
    await refused(
      t,
      'post',
      `/orders/${id}/revision-requests/rr_none/${action}`,
      {},
      404,
      /no revision request rr_none/,
    )
  }
  await refused(t, 'post', `/orders/${other}${path}/answer`, { body: 'x' }, 404, /no revision request/)
})

// --- at the end

t.test('a reset brings back the world of the start', async (t) => {
  const id = await placed()
  await ok('patch', '/lenders/len_bluestem', { billing: 'card' })
  const now = simulator.clock.now()
  t.equal(Date.parse((await ok('post', '/reset')).now), now)
  t.match(await call('get', `/orders/${id}`), { status: 404 })
  t.equal((await ok('get', '/orders')).total, 0)
  t.strictSame((await ok('get', '/events')).data, [])
  t.match(await ok('get', '/lenders/len_bluestem/webhooks/sandbox'), { url: null })
  t.equal((await ok('get', '/lenders')).data.find((one: Json) => one.id === 'len_bluestem').billing, 'invoiced')
  t.match(await lender('main', 'get', '/account'), { status: 200 })
  t.ok(await placed())
})

t.test('every operation of the document has been seen to succeed', async (t) => {
  const missing = entries.map(({ operation }) => operation.operationId).filter((id) => !succeeded.has(id))
  t.strictSame(missing, [])
})
