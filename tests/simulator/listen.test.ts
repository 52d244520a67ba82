// `assay listen`: what the simulator sends reaches a plain server byte for byte, the server's answer goes back, and the webhook too.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { verifyWebhook } from '../../simulator/signed-webhooks.ts'
import { startSimulator, type StartedSimulator } from '../../simulator/start/start-simulator.ts'
import { runAssay, startAssay, type Started } from '../run-assay.ts'

type Got = { body: Buffer; headers: Record<string, string>; names: string[]; path: string }

const started = async (t: Test): Promise<StartedSimulator> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  return simulator
}

/** A server without TLS, as one under development is. */
const plainServer = async (t: Test, statusOf: () => number = () => 202) => {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
    got.push({ body: await buffer(request), headers: request.headers as Got['headers'], names, path: request.url! })
    response.writeHead(statusOf()).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  t.teardown(close)
  return { got, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/my/hooks` }
}

const listening = async (t: Test, simulator: StartedSimulator, ...args: string[]): Promise<Started> => {
  const listen = startAssay(['listen', '--control-url', simulator.controlUrl, ...args])
  t.teardown(() => listen.child.kill('SIGKILL'))
  await listen.until(/Stop with Ctrl-C/)
  return listen
}

const webhookOf = async (
  { controlUrl }: StartedSimulator,
  environment = 'sandbox',
): Promise<{ url: string | null; enabled: boolean; events: string[] }> =>
  (await fetch(`${controlUrl}/lenders/len_bluestem/webhooks/${environment}`)).json() as never

const raise = async ({ company, idle }: StartedSimulator): Promise<string> => {
  const loan = { purpose: 'refinance', number: '1' }
  const property = { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' }
  const borrowers = [
    {
      role: 'borrower',
      first_name: 'Zoë',
      last_name: 'Muñoz',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ]
  const draft = {
    order_type_code: '1004',
    due_date: '2099-01-15',
    lender_reference: 'Zoë – 1',
    loan,
    property,
    borrowers,
  }
  const { order } = await company.placeOrder({ lender_id: 'len_bluestem', environment: 'sandbox', order: draft })
  await idle()
  return order.id
}

t.test('a delivery arrives byte for byte, with its headers and a true signature, and is one line', async (t) => {
  const simulator = await started(t)
  const server = await plainServer(t)
  const listen = await listening(t, simulator, '--forward-to', server.url)
  const secret = /The webhook secret is (\S+)/.exec(listen.text())![1]!
  const id = await raise(simulator)
  const [{ body, headers, names, path }] = server.got as [Got]
  t.equal(path, '/my/hooks')
  const { data } = await simulator.company.events({ order_id: id })
  const sent = (await simulator.company.attempts(data[0]!.id)).data[0]!
  t.equal(body.toString(), sent.request.body)
  t.equal(
    headers['x-service-signature'],
    sent.request.headers.find(({ name }) => name === 'X-Service-Signature')?.value,
  )
  t.ok(names.includes('X-Service-Event-Id'), 'header names keep their case')
  t.match(await verifyWebhook({ secret, signature: headers['x-service-signature'], body }), { verified: true })
  t.equal(sent.response?.status, 202, 'the answer of the server goes back')
  await listen.until(new RegExp(`order\\.created {2}${data[0]!.id} {2}${id} {2}→ {2}202 in \\d+ ms\\n`))
})

t.test('what the server refuses or never answers is a failed attempt', async (t) => {
  const simulator = await started(t)
  const server = await plainServer(t, () => 401)
  const listen = await listening(t, simulator, '--forward-to', server.url)
  const refused = await raise(simulator)
  const deliveryOf = async (order_id: string) => (await simulator.company.events({ order_id })).data[0]!.delivery
  t.match(await deliveryOf(refused), { status: 'failed', last_response_status: 401 })
  await server.close()
  const lost = await raise(simulator)
  t.match(await deliveryOf(lost), { status: 'failed', last_response_status: 502 })
  await listen.until(/no answer \(ECONNREFUSED\)/)
})

t.test('stopped, it leaves the webhook as it was', async (t) => {
  const simulator = await started(t)
  const server = await plainServer(t)
  const before = { url: 'https://127.0.0.1:9/old', enabled: false, events: ['order.created'] }
  const path = `${simulator.controlUrl}/lenders/len_bluestem/webhooks/sandbox`
  const secret = 'a-secret-of-at-least-32-characters'
  const body = JSON.stringify({ ...before, secret })
  await fetch(path, { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } })
  const listen = await listening(t, simulator, '--forward-to', server.url, '--events', 'order.created,order.on_hold')
  t.match(listen.text(), /The webhook secret is the one that was set/)
  t.match(await webhookOf(simulator), { enabled: true, events: ['order.created', 'order.on_hold'] })
  await raise(simulator)
  const [{ headers, body: got }] = server.got as [Got]
  t.match(await verifyWebhook({ secret, signature: headers['x-service-signature'], body: got }), { verified: true })
  listen.child.kill('SIGINT')
  t.match(await listen.ended, { code: 0, err: '' })
  t.match(await webhookOf(simulator), before)
  const fresh = await listening(
    t,
    simulator,
    '--forward-to',
    server.url,
    '--client',
    simulator.profile().credentials.production!.client_id,
  )
  t.match((await webhookOf(simulator, 'production')).url, /^https:/)
  fresh.child.kill('SIGTERM')
  t.match(await fresh.ended, { code: 0 })
  t.equal((await webhookOf(simulator, 'production')).enabled, false, 'where there was none, it is off')
})

t.test('the password of an address is not printed', async (t) => {
  const simulator = await started(t)
  const at = (place: string): string => `bob:a-password-of-bob@${place}`
  const to = ['--forward-to', `http://${at('127.0.0.1:9/hooks')}`]
  const listen = await listening(t, simulator, ...to)
  t.match(listen.text(), 'go to http://127.0.0.1:9/hooks.')
  t.notMatch(listen.text(), 'a-password-of-bob')
  const args = ['--control-url', simulator.controlUrl, ...to, '--public-url', `https://${at('127.0.0.1:8')}`]
  const refused = await runAssay(['listen', ...args])
  t.match(refused.err, /^unusable_value: /, 'no webhook has one')
  t.notMatch(refused.output, 'a-password-of-bob')
})

t.test('closed with its terminal, or where nobody reads what it prints, it does the same', async (t) => {
  const simulator = await started(t)
  const server = await plainServer(t)
  const listen = await listening(t, simulator, '--forward-to', server.url)
  listen.child.stdout.destroy()
  listen.child.stderr.destroy()
  await raise(simulator)
  t.equal(server.got.length, 1)
  listen.child.kill('SIGHUP')
  t.match(await listen.ended, { code: 0, signal: null })
  t.equal((await webhookOf(simulator)).enabled, false)
})

/** Passes calls on to the control port; a PUT of a webhook is answered only after `onChange`, which gets its number. */
const inBetween = async (t: Test, { controlUrl }: StartedSimulator, onChange: (nth: number) => Promise<void>) => {
  let changes = 0
  const server = createServer(async (request, response) => {
    const { method = '' } = request
    const body = method === 'GET' ? null : await buffer(request)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${controlUrl}${request.url}`, { method, headers, body })
    const text = await answer.text()
    if (method === 'PUT') await onChange((changes += 1))
    response.writeHead(answer.status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('ended while it sets the webhook, or sets it back, it sets it back nevertheless', async (t) => {
  for (const [nth, when] of [
    [1, 'while it sets the webhook'],
    [2, 'again while it sets it back'],
  ] as const) {
    const simulator = await started(t)
    const controlUrl = await inBetween(t, simulator, async (change) => {
      if (change !== nth) return
      listen.child.kill('SIGTERM')
      await sleep(300)
    })
    const listen = startAssay(['listen', '--control-url', controlUrl, '--forward-to', 'http://127.0.0.1:9/hooks'])
    t.teardown(() => listen.child.kill('SIGKILL'))
    if (nth === 2) {
      await listen.until(/Stop with Ctrl-C/)
      listen.child.kill('SIGTERM')
    }
    t.match(await listen.ended, { code: 0, err: '' }, when)
    t.equal((await webhookOf(simulator)).enabled, false, when)
  }
})

t.test('what cannot be listened for is one sentence', async (t) => {
  const simulator = await started(t)
  const at = ['--control-url', simulator.controlUrl]
  const to = ['--forward-to', 'http://127.0.0.1:9/hooks']
  const gone = await startSimulator()
  await gone.close()
  const cases: [code: number, said: RegExp, ...args: string[]][] = [
    [3, /^missing_option: assay listen needs --forward-to/, ...at],
    [3, /^unknown_option: .*--bogus/, '--bogus', ...at],
    [3, /http:\/\/localhost:3000\/hooks/, '--forward-to', 'localhost', ...at],
    [3, /127\.0\.0\.1:0/, ...to, '--listen', 'here', ...at],
    [3, /^unknown_client: /, ...to, '--client', 'cli_none', ...at],
    [1, /^unusable_value: .*secret/, ...to, '--secret', 'short', ...at],
    [2, /^control_unreachable: /, ...to, '--control-url', gone.controlUrl],
    [2, /^listen_failed: /, ...to, '--listen', new URL(simulator.controlUrl).host, ...at],
  ]
  for (const [code, said, ...args] of cases) {
    const ended = await runAssay(['listen', ...args])
    t.equal(ended.code, code, `${args.join(' ')}: ${ended.err}`)
    t.match(ended.err, said, args.join(' '))
    t.match(ended.err, /^[^\n]+\n$/)
  }
})

t.test('an https address that is used with plain HTTP is named as such', async (t) => {
  const simulator = await started(t)
  const server = await plainServer(t)
  const listen = await listening(t, simulator, '--forward-to', server.url.replace('http:', 'https:'))
  await raise(simulator)
  await listen.until(/no answer \(plain HTTP is served there; give --forward-to with http:\)/)
})
