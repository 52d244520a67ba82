import t, { type Test } from 'tap'
import { isoDate, minimal } from '../../tests/simulator/samples.ts'
import { createKeptTexts } from './kept-texts.ts'
import { startSimulator, type StartedSimulator, type StartOptions } from '../start/start-simulator.ts'

/** Keeps no texts: it has a variation, if one that varies nothing. */
const plainly = { behaviour: () => undefined }

const started = async (t: Test, more: StartOptions = {}): Promise<StartedSimulator> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, ...more })
  t.teardown(() => simulator.close())
  return simulator
}

type Lender = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<string>

const lenderOf = async (simulator: StartedSimulator, environment: 'sandbox' | 'production'): Promise<Lender> => {
  const { main } = simulator.profile().credentials
  const all = Object.values(simulator.profile().credentials)
  const { client_id, client_secret } =
    environment === 'sandbox' ? main : all.find((one) => one.environment === environment)!
  const url = environment === 'sandbox' ? simulator.sandboxUrl : simulator.productionUrl
  const fields = { grant_type: 'client_credentials', client_id, client_secret }
  const granted = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  const { access_token } = (await granted.json()) as { access_token: string }
  return async (method, path, body, more = {}) => {
    await fetch(`${simulator.controlUrl}/rate-limit/renew`, { method: 'POST' })
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...more }
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = (await reply.text()).replace(/"correlation_id":"[^"]+"/, '')
    return `${reply.status} ${reply.headers.get('content-type')}\n${text.replaceAll(new URL(url).origin, 'http://base')}`
  }
}

type Listed = { data: { id: string }[] }

const bodyOf = <T>(answer: string): T => JSON.parse(answer.slice(answer.indexOf('\n') + 1)) as T

const lists = [
  '/orders?per_page=100',
  '/orders?per_page=2',
  '/orders?per_page=2&page=2',
  '/orders?per_page=2&page=900',
  '/orders?status=new,on_hold',
  '/orders?status=cancelled&updated_since=2020-01-01T00:00:00Z',
  '/orders?page=0',
  '/events?per_page=100',
  '/events?per_page=3',
  '/events?type=order.created',
]

/** Everything that a lender reads of its orders and events, as it is answered. */
const answersOf = async (simulator: StartedSimulator): Promise<Record<string, string>> => {
  const answers: Record<string, string> = {}
  for (const environment of ['sandbox', 'production'] as const) {
    const lender = await lenderOf(simulator, environment)
    const read = async (path: string) => (answers[`${environment} ${path}`] = await lender('GET', path))
    for (const path of lists) await read(path)
    const { data } = bodyOf<Listed>(answers[`${environment} ${lists[0]}`]!)
    for (const { id } of data) {
      await read(`/orders/${id}`)
      const { data: documents } = bodyOf<Listed>(await read(`/orders/${id}/documents`))
      for (const document of documents.slice(0, 1)) await read(`/documents/${document.id}`)
    }
  }
  return answers
}

/** Asked twice, so that the second answers come of kept texts, and compared with those of a simulator that keeps none. */
const compare = async (t: Test, simulator: StartedSimulator, what: string): Promise<void> => {
  const plain = await started(t, plainly)
  await plain.import(await simulator.export())
  const expected = await answersOf(plain)
  t.strictSame(await answersOf(simulator), expected, what)
  t.strictSame(await answersOf(simulator), expected, `${what}, again`)
}

const change = async ({ controlUrl }: StartedSimulator, path: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(controlUrl + path, { method: 'PATCH', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
}

t.test('a text is made again for another row, another wording or other documents, and for nothing else', async (t) => {
  const company = { status_labels: {}, catalog: [], shares_appraiser: true, next_order_number: 1 }
  let documents = [{ id: 'doc_1' }]
  let made = 0
  const present = { order: () => ({ made: (made += 1) }), listItem: () => ({ made: (made += 1) }) }
  const behaviour = { present, deliveries: { listed: (all: unknown) => all } }
  const texts = createKeptTexts(behaviour as never, { documentsOf: () => documents as never })
  const read = (order: object, wording: object = company) => texts.order(order as never, wording as never)
  const order = { id: 'ord_1' }
  const first = read(order)
  t.equal(read(order, { ...company, next_order_number: 2 }), first)
  documents = [...documents]
  t.equal(read(order), first)
  for (const wording of [{ status_labels: {} }, { catalog: [] }, { shares_appraiser: false }]) {
    const before = read(order)
    t.not(read(order, { ...company, ...wording }), before, JSON.stringify(wording))
  }
  const before = read(order)
  documents = [{ id: 'doc_1' }]
  t.not(read(order), before, 'another document')
  const one = read(order)
  documents = []
  const none = read(order)
  t.not(none, one, 'a document less')
  documents = [{ id: 'doc_1' }]
  t.not(read(order), none, 'a document more')
  t.not(read({ id: 'ord_1' }), read(order), 'another row')
  t.not(texts.listItem(order as never, company as never), read(order), 'a list shows something else')
})

t.test('an answer follows each thing that it is made of', async (t) => {
  const simulator = await started(t)
  const { clock, company } = simulator
  const order = { ...minimal(clock.now()), loan: { purpose: 'refinance', number: '1' } }
  const place = async (environment: 'sandbox' | 'production') =>
    (await company.placeOrder({ lender_id: 'len_bluestem', environment, order })).order.id
  const id = await place('sandbox')
  await place('sandbox')
  await place('production')
  const lender = await lenderOf(simulator, 'sandbox')
  const acts: Record<string, () => Promise<unknown>> = {
    nothing: async () => undefined,
    'an appraiser': () => company.assign(id, 'Avery Sample'),
    'a status': () => company.move(id, 'appointment_scheduled'),
    'a fee': () => company.changeFee(id, { appraisal_fee: '650.00' }),
    'a due date': () => company.setDueDate(id, isoDate(clock.now(), 30)),
    'an amendment': () => lender('PATCH', `/orders/${id}`, { loan: { number: 'AMENDED' } }),
    'a document': () => company.addDocument(id, { kind: 'ssr' }),
    'a message': () => company.message(id, 'The key is with the agent.'),
    'a label': () =>
      change(simulator, '/companies/cmp_cedarridge', { status_labels: { appointment_scheduled: 'Soon' } }),
    'a label less': () =>
      change(simulator, '/companies/cmp_cedarridge', { status_labels: { appointment_scheduled: null } }),
    'what is shared': () => change(simulator, '/companies/cmp_cedarridge', { shares_appraiser: false }),
    'a name': () => change(simulator, '/companies/cmp_cedarridge/products/1004', { name: 'Another name' }),
    time: () => simulator.advance(3 * 3600),
    'a hold': () => company.hold(id, 'The borrower travels.'),
    'one order more': () => place('sandbox'),
    'a delivery': async () => {
      await company.resume(id)
      await company.deliver(id)
    },
    'a removed world': () => simulator.reset(),
  }
  for (const [what, act] of Object.entries(acts)) {
    await act()
    await compare(t, simulator, what)
  }
})

t.test('many worlds: whatever was done, an answer is what it would be if nothing was kept', async (t) => {
  for (const seed of [1, 2, 3]) {
    const simulator = await started(t, { persona: { name: 'punctual', seed } })
    await simulator.seedOrders({ count: 1 })
    for (let step = 0; step < 3; step += 1) {
      await compare(t, simulator, `seed ${seed}, step ${step}`)
      await simulator.advance(seed * 5400)
    }
  }
})

t.test('events change in the feed with their deliveries, and leave it in time', async (t) => {
  const simulator = await started(t, { allowHttpWebhooks: true })
  const lender = await lenderOf(simulator, 'sandbox')
  const webhook = {
    url: 'http://127.0.0.1:9/hook',
    enabled: true,
    events: ['*'],
    secret: 'a secret of thirty-two characters',
  }
  await lender('PUT', '/webhook', webhook)
  await lender('POST', '/orders', minimal(simulator.clock.now()))
  for (const seconds of [0, 60, 3600, 86_400, 31 * 86_400]) {
    await simulator.advance(seconds)
    await simulator.idle()
    await compare(t, simulator, `after ${seconds} s`)
  }
})

t.test('a replay is the first answer, word for word, and is kept over a restore', async (t) => {
  const simulator = await started(t)
  const key = { 'idempotency-key': 'one' }
  const order = minimal(simulator.clock.now())
  const first = await (await lenderOf(simulator, 'sandbox'))('POST', '/orders', order, key)
  const { id } = bodyOf<{ id: string }>(first)
  await simulator.company.assign(id, 'Avery Sample')
  t.equal(await (await lenderOf(simulator, 'sandbox'))('POST', '/orders', order, key), first)
  const plain = await started(t, plainly)
  await plain.import(await simulator.export())
  t.equal(await (await lenderOf(plain, 'sandbox'))('POST', '/orders', order, key), first, 'where none are kept')
  const shown: unknown[] = []
  const behaviour: StartOptions['behaviour'] = ({ wire }) => {
    const { finish } = wire
    wire.finish = (operation, answer, asker) => {
      shown.push(answer.body)
      return finish.call(wire, operation, answer, asker)
    }
  }
  const looking = await started(t, { behaviour })
  await looking.import(await simulator.export())
  await (
    await lenderOf(looking, 'sandbox')
  )('POST', '/orders', order, key)
  t.match(shown.at(-1), { id }, 'a decision that is replaced sees a body and no text')
  const again = await started(t)
  await again.import(await plain.export())
  t.equal(await (await lenderOf(again, 'sandbox'))('POST', '/orders', order, key), first, 'and back')
})
