// Scripts with a webhook receiver of their own: what they make of a signature, of silence, of a wrong address, and of their own end.
// Silent for up to 120 s.
import { recordedBody, recordedExchange } from '../../reports/recorded-exchange.support.ts'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { freePort } from '../../proof/peers/target.ts'
import { curlScript } from '../../reports/curl-script.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import { runScript } from '../defect-script.ts'
import { minimal } from '../simulator/samples.ts'
import { happens } from '../wait-for.ts'

const hook = 'https://127.0.0.1:9/assay/a1b2c3d4'

const exchange = (id: string, operation: string, path: string, sent: unknown, status = 200): RecordedExchange =>
  recordedExchange({
    id,
    source: 'a.check',
    operation,
    method: operation === 'setWebhook' ? 'PUT' : sent === null ? 'GET' : 'POST',
    url: `https://x.example.com/sandbox/v1${path}`,
    headers: [
      ['Authorization', 'Bearer •••'],
      ...(sent === null ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ],
    sent,
    status,
    answer: operation === 'createOrder' ? { id: 'ord_1' } : { event_id: 'evt_1' },
  })

const subscribed = (events: string[]) => ({ url: hook, enabled: true, events, secret: '•••' })
const setting = exchange('x1', 'setWebhook', '/webhook', subscribed(['*']))
const order = exchange('x2', 'createOrder', '/orders', minimal(Date.now()), 201)
const test = exchange('x3', 'testWebhook', '/webhook/test', { type: 'order.created' })

const finding = (given: Partial<Finding>): Finding => ({
  rule: 'delivery.a-rule',
  check: 'a.check',
  expected: 'delivered',
  received: 'never delivered',
  pointer: null,
  requests: ['x3'],
  ...given,
})

const forged: RecordedDelivery = {
  id: 'd1',
  received_at: '',
  method: 'POST',
  path: '/assay/a1b2c3d4',
  headers: [['X-Service-Event-Type', 'order.created']],
  body: recordedBody({ id: 'evt_1', type: 'order.created', data: { order_id: 'ord_test_1' }, test: true }),
  fault: { fails: 'timestamp', why: 'another time' },
  answer: '204',
}
const ofSignature = finding({ received: 'another', pointer: 'header:X-Service-Signature', requests: ['d1'] })
const signature = curlScript(
  ofSignature,
  { exchanges: [setting, test], deliveries: [forged] },
  { kept: new Set(['x1', 'x3', 'd1']) },
)

const silent = (exchanges: RecordedExchange[]): string =>
  curlScript(finding({}), { exchanges }, { kept: new Set(['x1', 'x2', 'x3', 'x3 again', 'x3 heard']) })
const specimens = silent([setting, order, test])

const listing = exchange('x1', 'setWebhook', '/webhook', subscribed(['order.created', 'order.cancelled']))
const cancel = exchange('x4', 'cancelOrder', '/orders/ord_1/cancel', { reason: 'Sold.' })
const unsubscribed = curlScript(
  finding({ expected: 'order.cancelled', requests: ['x4'] }),
  { exchanges: [listing, order, cancel] },
  { kept: new Set(['x1', 'x2', 'x4', 'x4 heard']) },
)

t.jobs = 3

t.test('a signature whose time is wrong is wrong', async (t) => {
  const withBug = await runScript(signature, 'signature-time-in-milliseconds')
  t.equal(withBug.code, 1, withBug.output)
  t.equal((await runScript(signature)).code, 0)
})

t.test('a specimen that never comes, while the events of an order do', async (t) => {
  const withBug = await runScript(specimens, 'specimens-never-sent')
  t.equal(withBug.code, 1, withBug.output)
  t.equal((await runScript(specimens)).code, 0)
  const alone = await runScript(silent([setting, test]), 'specimens-never-sent')
  t.equal(alone.code, 2, 'nothing shows that it could come')
  t.match(alone.last, /^not judged: nothing came to the webhook receiver/)
})

t.test('an event that never comes, while a specimen does', async (t) => {
  const withBug = await runScript(unsubscribed, 'subscription-by-star-only')
  t.equal(withBug.code, 1, withBug.output)
  t.equal((await runScript(unsubscribed)).code, 0)
})

t.test('the second specimen goes to a queue that nobody reads', async (t) => {
  const withBug = await runScript(specimens, 'test-sends-to-a-queue')
  t.equal(withBug.code, 1, withBug.output)
})

const surplus = curlScript(
  finding({
    rule: 'webhooks.test-sends-one-event',
    expected: ['evt_1'],
    received: ['evt_1', 'evt_2'],
    requests: ['x3'],
  }),
  { exchanges: [setting, test] },
  { kept: new Set(['x1', 'x3', 'x3 heard']) },
)

t.test('two specimens of one test', async (t) => {
  const withBug = await runScript(surplus, 'test-sends-two-specimens')
  t.equal(withBug.code, 1, withBug.output)
  t.equal((await runScript(surplus)).code, 0)
  t.equal((await runScript(surplus, 'specimens-never-sent')).code, 2, 'none says nothing')
})

const specimenOf = (given: Partial<RecordedDelivery>): RecordedDelivery => ({ ...forged, fault: null, ...given })

const put = curlScript(
  finding({ expected: 'POST', received: 'PUT', requests: ['d1'] }),
  { exchanges: [setting, test], deliveries: [specimenOf({ method: 'PUT' })] },
  { kept: new Set(['x1', 'x3', 'd1']) },
)

t.test('a delivery by another method', async (t) => {
  const withBug = await runScript(put, 'deliveries-are-put')
  t.equal(withBug.code, 1, withBug.output)
  t.equal((await runScript(put)).code, 0)
})

const odd = curlScript(
  finding({
    ...ofSignature,
    kind: 'bad_signature',
    received: 'a signature with another secret, or over other bytes than those received',
  }),
  { exchanges: [setting, test], deliveries: [forged] },
  { kept: new Set(['x1', 'x3', 'd1']) },
)

t.test('a signature that nothing known explains may be owed to what the secret holds', async (t) => {
  for (const defect of ['long-secret-cut-at-64', 'secret-signs-without-its-backslashes']) {
    const withBug = await runScript(odd, defect)
    t.equal(withBug.code, 1, withBug.output)
  }
  const fixed = await runScript(odd)
  t.equal(fixed.code, 0, fixed.output)
})

const unwanted = (rule: string, sent: object): string =>
  curlScript(
    finding({ rule, expected: [], received: ['d1'], requests: ['d1'] }),
    {
      exchanges: [setting, exchange('x5', 'setWebhook', '/webhook', sent), order],
      deliveries: [
        specimenOf({
          received_at: '2026-03-02T15:04:07.000Z',
          body: recordedBody({ id: 'evt_1', type: 'order.created', data: { order_id: 'ord_1' } }),
        }),
      ],
    },
    { kept: new Set(['x1', 'x5', 'x2', 'd1 heard']) },
  )

t.test('what comes although it is off, or not subscribed to', async (t) => {
  const scripts = {
    'webhook-disabled-in-name-only': unwanted('webhooks.disabling-stops-delivery', { enabled: false }),
    'subscription-ignored': unwanted('delivery.unsubscribed-event-is-not-delivered', { events: ['order.cancelled'] }),
  }
  for (const [defect, script] of Object.entries(scripts)) {
    const withBug = await runScript(script, defect)
    t.equal(withBug.code, 1, withBug.output)
    const fixed = await runScript(script)
    t.equal(fixed.code, 0, fixed.output)
  }
})

const former = curlScript(
  finding({ kind: 'bad_signature', received: 'HMAC-SHA256(an earlier secret, "t.body")', requests: ['d1'] }),
  { exchanges: [setting, test], deliveries: [forged] },
  { kept: new Set(['x1', 'd1 first test', 'd1 secret', 'd1 test', 'd1 heard']) },
)

t.test('a specimen that is signed with a secret which was replaced', async (t) => {
  for (const defect of ['specimen-signed-with-the-first-secret', 'signature-without-key']) {
    const withBug = await runScript(former, defect)
    t.equal(withBug.code, 1, withBug.output)
  }
  const fixed = await runScript(former)
  t.equal(fixed.code, 0, fixed.output)
})

const ending = '/?lender=First+Bank&of=2%2F3'
const inProduction = (one: RecordedExchange): RecordedExchange => ({
  ...one,
  role: 'production',
  environment: 'production',
  request: { ...one.request, url: one.request.url.replace('/sandbox', '') },
})
const ended = exchange('x1', 'setWebhook', '/webhook', { ...subscribed(['*']), url: `${hook}${ending}` })
const address = curlScript(
  finding({
    rule: 'delivery.only-the-configured-endpoint-is-called',
    expected: 'the address set',
    received: '/assay/a1b2c3d4?lender=First+Bank&of=2%2F3',
    requests: ['x3', 'd1'],
  }),
  {
    exchanges: [inProduction(ended), inProduction(test)],
    deliveries: [specimenOf({ path: '/assay/a1b2c3d4?lender=First+Bank&of=2%2F3' })],
  },
  { kept: new Set(['x1', 'x3', 'x3 heard']) },
)

t.test('a delivery to another address than that which was set', async (t) => {
  for (const defect of ['address-called-without-its-slash', 'address-decoded-before-it-is-called']) {
    const withBug = await runScript(address, defect)
    t.equal(withBug.code, 1, withBug.output)
  }
  const fixed = await runScript(address)
  t.equal(fixed.code, 0, fixed.output)
})

const foreign = curlScript(
  finding({
    rule: 'delivery.events-of-another-account-are-not-delivered',
    expected: [],
    received: ['order.created'],
    requests: ['d1'],
  }),
  {
    exchanges: [setting, { ...order, role: 'other_lender' }],
    deliveries: [
      specimenOf({ body: recordedBody({ id: 'evt_1', type: 'order.created', data: { order_id: 'ord_1' } }) }),
    ],
  },
  { kept: new Set(['x1', 'x2', 'd1 heard']) },
)

t.test('an event of another account', async (t) => {
  const withBug = await runScript(foreign, 'events-go-to-every-account')
  t.equal(withBug.code, 1, withBug.output)
  const fixed = await runScript(foreign)
  t.equal(fixed.code, 0, fixed.output)
  const unreachable = await runScript(foreign, undefined, { ASSAY_WEBHOOK_URL: 'https://127.0.0.1:1/hooks' })
  t.equal(unreachable.code, 2)
})

t.test('a receiver that cannot be reached shows no bug', async (t) => {
  const unreachable = { ASSAY_WEBHOOK_URL: 'https://127.0.0.1:1/hooks' }
  for (const script of [specimens, unsubscribed]) {
    const { code, last } = await runScript(script, undefined, unreachable)
    t.equal(code, 2, last)
    t.match(last, /^not judged: nothing came to the webhook receiver/)
  }
  const far = await runScript(specimens, undefined, { ASSAY_BASE_URL: 'https://sandbox.example.com/v1' })
  t.equal(far.code, 3)
  t.match(far.output, /^missing_variable: ASSAY_WEBHOOK_URL must be set /)
})

t.test('the address that it listens at', async (t) => {
  const port = await freePort()
  const bare = { ASSAY_WEBHOOK_LISTEN: `${port}`, ASSAY_WEBHOOK_URL: `https://127.0.0.1:${port}/hooks` }
  const heard = await runScript(specimens, undefined, bare)
  t.equal(heard.code, 0, heard.output)
  const wrong = await runScript(specimens, undefined, { ASSAY_WEBHOOK_LISTEN: '127.0.0.1' })
  t.equal(wrong.code, 3)
  t.match(wrong.output, /^invalid_variable: ASSAY_WEBHOOK_LISTEN must be a port/)
})

t.test('without a temporary folder nothing is judged, and nothing is written elsewhere', async (t) => {
  const { code, output } = await runScript(specimens, undefined, { TMPDIR: join(t.testdir(), 'missing') })
  t.equal(code, 2)
  t.match(output, /not judged: a temporary folder cannot be made/)
})

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  t.test(`after ${signal} nothing listens, and no key is left`, async (t) => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const folder = t.testdir()
    const child = spawn('sh', ['-c', specimens], {
      env: {
        PATH: process.env['PATH'],
        TMPDIR: folder,
        ASSAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        ASSAY_CLIENT_ID: 'a',
        ASSAY_CLIENT_SECRET: 'b',
      },
      stdio: 'ignore',
    })
    await happens(server, 'connection')
    const [made] = readdirSync(folder)
    t.strictSame(readdirSync(join(folder, made!)), ['heard', 'port'])
    const port = Number(readFileSync(join(folder, made!, 'port'), 'utf8'))
    t.ok(await isListening(port))
    child.kill(signal)
    for (let left = 100; left > 0 && (await isListening(port)); left -= 1) await sleep(100)
    t.notOk(await isListening(port))
    server.closeAllConnections()
    server.close()
  })
