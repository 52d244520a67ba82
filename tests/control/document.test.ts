// The control interface as a document: what is served, how it is guarded, and what it refuses.
import { connect } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { pino } from 'pino'
import supertest from 'supertest'
import t from 'tap'
import { loadContract } from '../../simulator/contract/contract.ts'
import { createControlApp } from '../../simulator/control/app.ts'
import type { ControlParts } from '../../simulator/control/operation.ts'
import { handledIds } from '../../simulator/control/operations/index.ts'
import {
  begin,
  control,
  document,
  entries,
  ok,
  profile,
  refused,
  simulator,
  stops,
  succeeded,
  text,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- the port itself

t.test('the document is a valid OpenAPI document', async (t) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  t.ok(valid, JSON.stringify(errors))
})

t.test('every operation of the document is served, and nothing else is', async (t) => {
  const { operations: offered } = await ok('get', '/capabilities')
  const documented = entries.map(({ operation }) => operation.operationId as string)
  t.strictSame(handledIds.toSorted(), documented.toSorted())
  t.strictSame(offered, documented)
})

t.test('a call that no operation takes is refused, with the nearest operations', async (t) => {
  const { status, body } = await control.get('/nothing-here')
  t.equal(status, 404)
  t.match(body, { code: 'not_found', message: 'There is no GET /nothing-here here; GET /openapi.yaml describes all.' })
  const near = (await control.post('/clock/advence').send({})).body
  t.match(near.message, /; the nearest are POST \/clock\/advance, .*; GET \/openapi\.yaml describes all\.$/)
  t.match(near.details[0], { field: 'path', code: 'offered', value: 'POST /clock/advance', message: 'advanceClock' })
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
    faults_active: 0,
  })
})

t.test('a stop is answered before the process is ended', async (t) => {
  t.strictSame(await ok('post', '/stop'), { pid: process.pid })
  t.strictSame(stops, ['asked'])
})

t.test('health is shown, and readiness refused while nothing can be kept', async (t) => {
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

t.test('no page of this machine but its own, and no webhook, changes anything here', async (t) => {
  const own = new URL(simulator.controlUrl).origin
  for (const headers of [
    { origin: 'http://localhost:3000' },
    { origin: own.replace('http:', 'https:') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'x-service-event-id': 'evt_1' },
    { 'X-Service-Signature': 't=1,v1=00' },
  ] as Record<string, string>[]) {
    const { status, body } = await control.post('/rate-limit/renew').set(headers)
    t.equal(status, 403, JSON.stringify(headers))
    t.match(body, { code: 'not_loopback' })
  }
  t.equal((await control.post('/rate-limit/renew').set('Origin', own)).status, 200, 'a page of its own does')
  t.equal((await control.post('/rate-limit/renew').set('Sec-Fetch-Site', 'same-origin')).status, 200)
  t.equal((await control.post('/rate-limit/renew')).status, 200, 'and so does a program')
})

t.test('a request names one host', async (t) => {
  const { host, hostname, port } = new URL(simulator.controlUrl)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.end(`GET /livez HTTP/1.1\r\nHost: ${host}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
  t.match(answer, /^HTTP\/1\.1 403 /)
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

expectSucceeded('document')
