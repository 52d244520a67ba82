// A second witness: Prism's validation proxy between a scripted client and the simulator sees no violation of the OpenAPI document.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { createSimulator } from '../../in-process.ts'
import { minimal, upload } from './samples.ts'
import { root } from '../places.ts'

const document = join(root, 'fixtures', 'openapi.yaml')
const prismCommand = join(root, 'node_modules', '.bin', 'prism')

/** On a port that it finds free itself, and prints. */
const startProxy = async (t: Test, upstream: string): Promise<string> => {
  const args = ['proxy', document, upstream, '--errors', '-h', '127.0.0.1', '-p', '0']
  const proxy = spawn(prismCommand, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  t.teardown(() => proxy.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    let text = ''
    proxy.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const [, address] = /listening on (http:\/\/[\d.]+:\d+)\s/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    proxy.on('exit', (code) => reject(new Error(`prism ended with ${code}: ${text}`)))
  })
}

type Step = {
  method: string
  path: string
  status: number
  body?: unknown
  headers?: Record<string, string>
  raw?: Buffer
}

const violations = (body: string): string => (body.includes('stoplight.io/prism/errors') ? body : '')

t.test('a scripted client through prism proxy --errors meets no violation', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const proxy = await startProxy(t, simulator.sandboxUrl)
  let token = ''
  const send = async ({ method, path, status, body, headers = {}, raw }: Step) => {
    const reply = await fetch(`${proxy}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw && { body: raw }),
    })
    const text = await reply.text()
    t.equal(violations(text), '', `${method} ${path}`)
    t.equal(reply.status, status, `${method} ${path} answers ${status}: ${text.slice(0, 300)}`)
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, never>) : {}
  }
  const { main } = simulator.profile().credentials
  await send({ method: 'GET', path: '/ping', status: 200 })
  const grant = { grant_type: 'client_credentials', client_id: main!.client_id, client_secret: main!.client_secret }
  await send({ method: 'POST', path: '/oauth/token', status: 401, body: { ...grant, client_secret: 'wrong' } })
  token = (await send({ method: 'POST', path: '/oauth/token', status: 200, body: grant }))['access_token']!
  await send({ method: 'GET', path: '/account', status: 200 })
  await send({ method: 'GET', path: '/order-types?has_adu=true&report_format=uad_3_6', status: 200 })

  const draft = { ...minimal(simulator.clock.now()), loan: { purpose: 'refinance', number: 'L-1' } }
  const place = (key: string, status: number, body: object) =>
    send({ method: 'POST', path: '/orders', status, body, headers: { 'idempotency-key': key } })
  const id = (await place('a', 201, draft))['id']!
  await place('a', 201, draft)
  await place('a', 409, { ...draft, lender_reference: 'other' })
  await place('b', 422, { ...draft, order_type_code: 'no-such-product' })
  const other = (await place('c', 201, draft))['id']!
  await send({ method: 'GET', path: '/orders?status=new&per_page=1', status: 200 })
  await send({ method: 'GET', path: `/orders/${id}`, status: 200 })
  await send({ method: 'GET', path: '/orders/ord_none', status: 404 })
  await send({ method: 'PATCH', path: `/orders/${id}`, status: 200, body: { lender_reference: 'REF-1' } })
  const move = (to_status: string, status = 200) =>
    send({ method: 'POST', path: `/sandbox/orders/${id}/advance`, status, body: { to_status } })
  for (const status of ['appraiser_assigned', 'appointment_scheduled', 'awaiting_review', 'report_complete'])
    await move(status)
  await move('awaiting_review', 409)
  await send({ method: 'POST', path: `/orders/${id}/hold`, status: 409, body: { reason: 'too late' } })
  await send({ method: 'POST', path: `/orders/${other}/hold`, status: 200, body: { reason: 'wait' } })
  await send({ method: 'POST', path: `/orders/${other}/cancel`, status: 409, body: {} })
  await send({ method: 'POST', path: `/orders/${other}/resume`, status: 200, body: {} })
  await send({ method: 'POST', path: `/orders/${other}/cancel`, status: 200, body: { reason: 'withdrawn' } })
  const revision = {
    kind: 'reconsideration_of_value',
    reason: 'Comparable sales',
    acknowledgements: { comparable_sales_provided: true },
  }
  await send({ method: 'POST', path: `/orders/${id}/revision-requests`, status: 201, body: revision })
  await send({ method: 'GET', path: `/orders/${id}/revision-requests`, status: 200 })
  await move('revised_report_complete')
  const message = { recipient: 'manager', subject: 'Hello', body: 'Grüße', document_ids: [] }
  await send({ method: 'POST', path: `/orders/${id}/messages`, status: 201, body: message })
  await send({ method: 'GET', path: `/orders/${id}/messages`, status: 200 })
  const file = upload()
  await send({ method: 'POST', path: `/orders/${id}/documents`, status: 201, headers: file.headers, raw: file.body })
  await send({ method: 'GET', path: `/orders/${id}/documents?per_page=100`, status: 200 })
  await send({ method: 'GET', path: '/documents/doc_none', status: 404 })
  await send({ method: 'GET', path: `/events?order_id=${id}`, status: 200 })
  await send({ method: 'GET', path: '/webhook', status: 404 })
  const hook = { url: 'https://127.0.0.1:9/hook', secret: 'x'.repeat(32), events: ['order.created'] }
  await send({ method: 'PUT', path: '/webhook', status: 200, body: hook })
  await send({ method: 'GET', path: '/webhook', status: 200 })
  await send({ method: 'POST', path: '/webhook/test', status: 200, body: { type: 'order.created' } })
})

t.test('the proxy does see a violation', async (t) => {
  const simulator = await createSimulator({ defect: 'no-remaining-header' })
  t.teardown(() => simulator.close())
  const proxy = await startProxy(t, simulator.sandboxUrl)
  const reply = await fetch(`${proxy}/ping`)
  t.not(violations(await reply.text()), '')
})
