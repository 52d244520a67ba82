// A life of a lender's client against the simulator, in which every rule of a client that a journal shows has its occasion.
import type { Simulator } from '../../simulator/simulator.ts'
import { createClient, goodHabits, Stopped, type Client, type Habits, type Loose, type Reply } from './client.ts'
import { dueIn, productsIn, purchase, refinance, withUnit, type Products } from './orders.ts'
import { deliver, goodReceiver, type Receive } from './receiver.ts'
import { createRecorder, type Clock, type Recorder } from './recorder.ts'

/** What the program around the client decides. */
export type Conduct = {
  feedAfter: (cursor: string, before: string | null, ids: string[]) => string | null
  nextFeedAfter: (last: string, first: string) => string | null
  readsEventOrders: boolean
  reconciles: boolean
  walksAll: boolean
  walksTwice: boolean
  nextSince: (lastPoll: number) => number
  linkAgain: 'fresh' | 'stored'
  linkAtOnce: boolean
  readsAfter409: boolean
  readsOffHold: boolean
  readsReactivated: boolean
  askByMessage: boolean
  numberFirst: boolean
  fix: (status: 400 | 413 | 415 | 422) => boolean
  crossesLenders: boolean
  /** What stands in the address of an order. */
  address: (order: { id: string; order_number: string }) => string
  crossesEnvironments: boolean
  receive: Receive
}

const goodConduct: Conduct = {
  feedAfter: (cursor) => cursor,
  nextFeedAfter: (last) => last,
  readsEventOrders: true,
  reconciles: true,
  walksAll: true,
  walksTwice: true,
  nextSince: (lastPoll) => lastPoll - 2_000,
  linkAgain: 'fresh',
  linkAtOnce: true,
  readsAfter409: true,
  readsOffHold: true,
  readsReactivated: true,
  askByMessage: true,
  numberFirst: true,
  fix: () => true,
  crossesLenders: false,
  address: ({ id }) => id,
  crossesEnvironments: false,
  receive: goodReceiver,
}

export const sandboxOrigin = 'https://sandbox.lender-orders.example'
const productionOrigin = 'https://orders.example'

type Scene = {
  simulator: Simulator
  recorder: Recorder
  clock: Clock & { pass(seconds: number): Promise<void> }
  habits: Habits
  conduct: Conduct
  products: Partial<Products>
}

const timesOf = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const error = (code: string, details?: object[]) => ({
  code,
  message: code,
  correlation_id: 'c1',
  ...(details && { details }),
})

const ok = (reply: Reply | null): Loose => {
  if (reply === null || reply.status >= 300) throw new Error(`${reply?.status}: ${JSON.stringify(reply?.json)}`)
  return reply.json
}

const file = (name: string, size: number, type = 'application/pdf'): FormData => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('description', 'evidence')
  form.set('file', new Blob([`%PDF-1.4\n${'x'.repeat(size)}`], { type }), name)
  return form
}

const upload = (client: Client, order: string, form: FormData) =>
  client.call({ operation: 'uploadDocument', method: 'POST', path: `/orders/${order}/documents`, body: form })

const control = async ({ simulator }: Scene, path: string, body: object): Promise<void> => {
  const response = await fetch(simulator.controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const start = (
  scene: Scene,
  role: 'main' | 'main_second' | 'other_lender' | 'no_amend' | 'production' | 'revoked',
  usesBasic = false,
): Client => {
  const profile = scene.simulator.profile()
  const credential = profile.credentials[role]!
  const real = role === 'production' ? scene.simulator.productionUrl : scene.simulator.sandboxUrl
  const origin = role === 'production' ? productionOrigin : sandboxOrigin
  const base = origin + new URL(real).pathname
  return createClient({
    recorder: scene.recorder,
    clock: scene.clock,
    base,
    credential,
    habits: scene.habits,
    usesBasic,
  })
}

/** Writes something that takes no key: what became of it is looked up before it is sent again. */
const once = async (
  look: boolean,
  send: () => Promise<Reply | null>,
  find: () => Promise<unknown>,
): Promise<Reply | null> => {
  const reply = await send()
  if (reply !== null && reply.status < 500) return reply
  return !look || (await find()) === undefined ? send() : null
}

const catalogue = async (client: Client): Promise<Omit<Products, 'postal'>> => {
  const lists: Loose[][] = []
  for (const has_adu of ['false', 'true']) {
    const rows: Loose[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { has_adu, page: String(page), per_page: '100' }
      const list = ok(await client.get('listOrderTypes', '/order-types', query))
      rows.push(...list.data)
      pages = list.total_pages
    }
    lists.push(rows)
  }
  return productsIn(lists[0]!, lists[1]!)
}

const placeOrders = async (scene: Scene, client: Client): Promise<string[]> => {
  if (scene.products.plain === '') throw new Error('this company has no product that anybody may order')
  const { recorder, clock } = scene
  recorder.plan('POST /orders', { status: 500, body: error('internal_error'), done: true }, 'lost')
  const first = ok(await client.create(refinance(clock.now(), scene.products), 'key-1'))
  // The answer that is lost is that of the second attempt at the first order.
  const second = ok(await client.create(purchase(clock.now(), scene.products), 'key-2'))
  if (scene.products.tiered !== '') await corrections(scene, client)
  return [first.id, second.id]
}

/** An order that is refused, and placed again once it is corrected. */
const corrections = async ({ recorder, clock, conduct, products }: Scene, client: Client): Promise<void> => {
  const refused = {
    status: 422,
    body: error('semantic_validation_failed', [{ field: 'due_date', code: 'invalid_value' }]),
  }
  const order = withUnit(clock.now(), products)
  recorder.plan('POST /orders', refused, ...(conduct.fix(422) ? [] : [refused]))
  await client.create(order, 'key-3')
  await client.create(
    { ...order, ...(conduct.fix(422) ? { due_date: dueIn(clock.now(), 30) } : { lender_reference: 'LOAN-3B' }) },
    'key-4',
  )
}

const actions = async (scene: Scene, client: Client, [first, second]: string[]): Promise<void> => {
  const { recorder, clock, conduct } = scene
  const amended = await client.patch(second!, {
    notes: [{ type: 'appointment', text: 'Call first.' }],
    borrowers: [
      {
        first_name: 'Ann',
        last_name: 'Example',
        contacts: [{ type: 'phone', role: 'home', value: '+1 512 555 0101' }],
      },
    ],
  })
  if (amended?.status === 403) throw new Error('this lender may not amend')
  recorder.plan('PATCH /orders/{}', { status: 500, body: error('internal_error') })
  await once(
    client.habits.looksFirst.after500,
    () => client.patch(second!, { lender_reference: 'LOAN-2B' }),
    async () =>
      ok(await client.get('getOrder', `/orders/${second}`)).lender_reference === 'LOAN-2B' ? true : undefined,
  )
  ok(await client.post('holdOrder', `/orders/${second}/hold`, { reason: 'The borrower travels.' }))
  ok(await client.post('resumeOrder', `/orders/${second}/resume`, {}))
  await clock.pass(600)
  ok(await client.get('getOrder', `/orders/${second}`))
  recorder.plan('POST /orders/{}/hold', {
    status: 409,
    body: { ...error('action_not_allowed_in_status'), current_status: 'new' },
  })
  await client.post('holdOrder', `/orders/${first}/hold`, { reason: 'Papers are missing.' })
  if (conduct.readsAfter409) ok(await client.get('getOrder', `/orders/${first}`))
  const held = await client.post('holdOrder', `/orders/${first}/hold`, { reason: 'Papers are missing still.' })
  if (held?.status === 409) ok(await client.get('getOrder', `/orders/${first}`))
  ok(await client.post('resumeOrder', `/orders/${first}/resume`, {}))
}

const rests = async ({ clock, conduct }: Scene, client: Client, order: string): Promise<void> => {
  ok(await client.post('holdOrder', `/orders/${order}/hold`, { reason: 'The borrower travels.' }))
  const resumed = ok(await client.post('resumeOrder', `/orders/${order}/resume`, {}))
  if (resumed.status.code !== 'off_hold') throw new Error(`the order is at ${resumed.status.code}`)
  await clock.pass(600)
  if (conduct.readsOffHold) ok(await client.get('getOrder', `/orders/${order}`))
}

const reactivation = async (scene: Scene, client: Client, order: string): Promise<void> => {
  ok(await client.post('cancelOrder', `/orders/${order}/cancel`, { reason: 'The loan is off.' }))
  await control(scene, `/orders/${order}/move`, { to_status: 'reactivated' })
  const seen = ok(await client.get('getOrder', `/orders/${order}`))
  if (seen.status.code !== 'reactivated') throw new Error(`the order is at ${seen.status.code}`)
  await scene.clock.pass(600)
  if (scene.conduct.readsReactivated) ok(await client.get('getOrder', `/orders/${order}`))
}

const papers = async (scene: Scene, client: Client, order: string): Promise<void> => {
  const { recorder, habits, conduct } = scene
  const documents = `/orders/${order}/documents`
  recorder.plan('POST /orders/{}/documents', 'lost')
  await once(
    habits.looksFirst.upload,
    () => upload(client, order, file('deed.pdf', 100)),
    async () => ok(await client.get('listDocuments', documents)).data[0],
  )
  recorder.plan('POST /orders/{}/documents', { status: 413, body: error('payload_too_large') })
  await upload(client, order, file('plan.pdf', 400))
  ok(await upload(client, order, conduct.fix(413) ? file('plan.pdf', 200) : file('plan.pdf', 500)))
  recorder.plan('POST /orders/{}/documents', { status: 415, body: error('unsupported_media_type') })
  await upload(client, order, file('scan', 100, 'application/octet-stream'))
  ok(await upload(client, order, conduct.fix(415) ? file('scan', 100) : file('scan', 101, 'application/octet-stream')))
  const [document] = ok(await client.get('listDocuments', documents)).data
  const thread = `/orders/${order}/messages`
  recorder.plan('POST /orders/{}/messages', 'lost')
  const message = {
    recipient: 'manager',
    subject: 'Access',
    body: 'The key is with the agent.',
    document_ids: [document.id],
  }
  await once(
    habits.looksFirst.message,
    () => client.post('sendMessage', thread, message, {}),
    async () => ok(await client.get('listMessages', thread)).data.at(-1),
  )
  recorder.plan('POST /orders/{}/messages', {
    status: 400,
    body: error('validation_failed', [{ field: 'subject', code: 'invalid_value' }]),
  })
  const long = { recipient: 'manager', subject: 'A subject', body: 'Thank you.', document_ids: [] }
  await client.post('sendMessage', thread, long)
  if (!conduct.fix(400)) recorder.plan('POST /orders/{}/messages', { status: 400, body: error('validation_failed') })
  await client.post('sendMessage', thread, {
    ...long,
    ...(conduct.fix(400) ? { subject: 'Thanks' } : { body: 'Thanks.' }),
  })
}

const report = async (scene: Scene, client: Client, order: string): Promise<void> => {
  const { recorder, habits, conduct, clock } = scene
  const advance = (to_status: string) => client.post('advanceOrder', `/sandbox/orders/${order}/advance`, { to_status })
  ok(await advance('report_complete'))
  const seen = ok(await client.get('getOrder', `/orders/${order}`))
  const pdf = seen.documents.find(({ kind }: { kind: string }) => kind === 'report_pdf')
  const link = async (): Promise<string> => ok(await client.get('getDocument', `/documents/${pdf.id}`)).download.url
  const url = await link()
  if (!conduct.linkAtOnce) await clock.pass(900)
  await client.download(url)
  await clock.pass(900)
  await client.download(conduct.linkAgain === 'fresh' ? await link() : url)
  if (conduct.numberFirst) ok(await client.patch(order, { loan: { number: '1001' } }))
  const requests = `/orders/${order}/revision-requests`
  recorder.plan('POST /orders/{}/revision-requests', 'lost')
  const correction = { kind: 'correction', reason: 'The second borrower is missing.' }
  const asked = await once(
    habits.looksFirst.revision,
    () => client.post('createRevisionRequest', requests, correction),
    async () => ok(await client.get('listRevisionRequests', requests)).data[0],
  )
  // Some companies take no loan number once the report is there.
  if (asked?.status === 409 && conduct.readsAfter409) ok(await client.get('getOrder', `/orders/${order}`))
  await advance('revised_report_complete')
  const [document] = ok(await client.get('listDocuments', `/orders/${order}/documents`)).data
  await client.post('createRevisionRequest', requests, {
    kind: 'reconsideration_of_value',
    reason: 'Two sales nearby.',
    acknowledgements: { prior_appraisal_provided: false, comparable_sales_provided: true },
    document_ids: [document.id],
  })
}

const troubles = async ({ recorder }: Scene, client: Client, order: string): Promise<void> => {
  const path = `/orders/${order}`
  recorder.plan('GET /orders/{}/revision-requests', ...timesOf(6, { status: 500, body: error('internal_error') }))
  await client.get('listRevisionRequests', `${path}/revision-requests`)
  recorder.plan(
    'GET /orders',
    ...timesOf(6, { status: 429, headers: { 'retry-after': '2' }, body: error('rate_limited') }),
  )
  ok(await client.get('listOrders', '/orders', { lender_reference: 'LOAN-1' }))
  recorder.plan(
    'GET /webhook',
    ...timesOf(6, { status: 503, headers: { 'retry-after': '1' }, body: error('service_unavailable') }),
  )
  await client.get('getWebhook', '/webhook')
  // What stands before a service may leave `Retry-After` out.
  recorder.plan('GET /events', ...timesOf(6, { status: 429, body: error('rate_limited') }))
  ok(await client.get('listEvents', '/events', { order_id: order }))
  recorder.plan('GET /orders/{}', ...timesOf(6, { status: 503, body: error('service_unavailable') }))
  ok(await client.get('getOrder', path))
  recorder.plan('GET /orders/{}/messages', { status: 403, body: error('account_not_billable') })
  await client.get('listMessages', `${path}/messages`)
  recorder.plan('GET /orders/{}/documents', { status: 404, body: error('not_found') })
  await client.get('listDocuments', `${path}/documents`)
  recorder.plan('GET /orders/{}', { status: 401, body: error('token_expired') })
  await client.get('getOrder', path)
  recorder.plan('GET /account', ...timesOf(2, { status: 401, body: error('token_expired') }))
  await client.get('getAccount', '/account')
  for (let times = 0; times < 3; times += 1) await client.get('listOrders', '/orders', { status: 'new' })
}

const polls = async ({ clock, conduct }: Scene, client: Client): Promise<void> => {
  const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const walk = async (since: string): Promise<void> => {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = ok(
        await client.get('listOrders', '/orders', { updated_since: since, per_page: '2', page: String(page) }),
      )
      pages = conduct.walksAll ? list.total_pages : 1
    }
  }
  let since = clock.now() - 86_400_000
  for (let poll = 0; poll < 2; poll += 1) {
    const began = clock.now()
    await walk(instant(since))
    if (conduct.walksTwice) await walk(instant(since))
    await clock.pass(60)
    since = conduct.nextSince(began)
  }
  await client.get('listOrders', '/orders', { status: 'new' })
}

const feed = async (scene: Scene, client: Client): Promise<void> => {
  const { clock, conduct } = scene
  let last: string | null = null
  const read = async (from: string | null): Promise<{ first: string; orders: string[] }> => {
    const orders = new Set<string>()
    let first = ''
    for (let cursor: string | null = from, pages = 0; pages < 12; pages += 1) {
      const list = ok(
        await client.get('listEvents', '/events', { per_page: '10', ...(cursor !== null && { after: cursor }) }),
      )
      const ids = list.data.map(({ id }: { id: string }) => id)
      for (const event of list.data) orders.add(event.order_id)
      first ||= ids[0] ?? ''
      last = ids.at(-1) ?? last
      if (list.next_cursor === null) break
      cursor = conduct.feedAfter(list.next_cursor, cursor, ids)
    }
    if (conduct.readsEventOrders) for (const order of orders) await client.get('getOrder', `/orders/${order}`)
    return { first, orders: [...orders] }
  }
  const { first } = await read(null)
  await read(conduct.nextFeedAfter(last!, first))
  await read(conduct.nextFeedAfter(last!, first))
  for (let times = 0; times < 6; times += 1) ok(await client.get('getAccount', '/account'))
  await clock.pass(31 * 86_400)
  if (conduct.reconciles)
    ok(
      await client.get('listOrders', '/orders', {
        updated_since: new Date(clock.now() - 32 * 86_400_000).toISOString(),
      }),
    )
  ok(await client.get('listEvents', '/events', { per_page: '10', after: last! }))
  for (let times = 0; times < 6; times += 1) ok(await client.get('getAccount', '/account'))
}

const others = async (scene: Scene, order: string): Promise<void> => {
  const { recorder, clock, conduct, habits } = scene
  const production = start(scene, 'production')
  await production.start('production', 'len_bluestem')
  ok(await production.get('listOrders', '/orders'))
  if (conduct.crossesEnvironments) {
    const profile = scene.simulator.profile()
    await createClient({ recorder, clock, base: production.base, credential: profile.credentials.main, habits })
      .token()
      .catch(() => {})
  }
  const other = start(scene, 'other_lender', true)
  await other.start('sandbox', 'len_juniper')
  const own = ok(await other.create(refinance(clock.now(), scene.products), 'key-other'))
  await other.get('getOrder', `/orders/${conduct.crossesLenders ? order : conduct.address(own)}`)
  await rests(scene, other, own.id)
  await reactivation(scene, other, ok(await other.create(purchase(clock.now(), scene.products), 'key-other-2')).id)
  for (let times = 0; times < 6; times += 1) ok(await other.get('getAccount', '/account'))
  const limited = start(scene, 'no_amend')
  await limited.start('sandbox', 'len_thistle')
  const theirs = ok(await limited.create(refinance(clock.now(), scene.products), 'key-limited')).id
  await limited.patch(theirs, { lender_reference: 'LOAN-9' })
  if (conduct.askByMessage)
    ok(
      await limited.post('sendMessage', `/orders/${theirs}/messages`, {
        recipient: 'manager',
        subject: 'Reference',
        body: 'Please make it LOAN-9.',
        document_ids: [],
      }),
    )
  else await limited.patch(theirs, { lender_reference: 'LOAN-10' })
  const second = start(scene, 'main_second')
  recorder.plan('GET /account', { change: (account) => ({ ...account, environment: 'production' }) })
  if (await second.start('sandbox', 'len_bluestem'))
    await second.create(refinance(clock.now(), scene.products), 'key-second')
  recorder.plan('GET /orders', { status: 401, body: error('client_revoked') })
  await stops(() => second.get('listOrders', '/orders'))
  await stops(() => start(scene, 'revoked').token())
}

const stops = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown
  }
}

const webhookSecret = 'a-secret-of-at-least-32-characters'

export type Bad = { habits?: Partial<Habits>; conduct?: Partial<Conduct> }

/**
 * The journal of one life, as a proxy writes it.
 * @param isTolerant whether a part may end where the company does not permit what it asks for
 */
export const runClientOn = async (
  simulator: Simulator,
  { habits, conduct }: Bad = {},
  isTolerant = false,
): Promise<string> => {
  let now = simulator.clock.now()
  let owed = 0
  const pass = async (ms: number): Promise<void> => {
    now += ms
    owed += ms
    if (owed >= 1000) {
      const seconds = Math.floor(owed / 1000)
      owed -= seconds * 1000
      await simulator.advance(seconds)
    }
  }
  const clock = { now: () => Math.round(now), sleep: pass, pass: (seconds: number) => pass(seconds * 1000) }
  const origins = [sandboxOrigin, productionOrigin, sandboxOrigin.replace('https', 'http')]
  const real = new URL(simulator.sandboxUrl).origin
  const recorder = createRecorder(clock, new Map(origins.map((origin) => [origin, real])))
  const scene: Scene = {
    products: {},
    simulator,
    recorder,
    clock,
    habits: { ...goodHabits, ...habits },
    conduct: { ...goodConduct, ...conduct },
  }
  const client = start(scene, 'main')
  await client.start('sandbox', 'len_bluestem')
  await client.call({
    operation: 'setWebhook',
    method: 'PUT',
    path: '/webhook',
    json: { url: 'https://hooks.lender.example/appraisals', enabled: false, events: ['*'], secret: webhookSecret },
  })
  scene.products = { ...(await catalogue(client)), postal: simulator.profile().postal_codes.resolvable[0]! }
  let orders: string[] = []
  const phases = [
    async () => void (orders = await placeOrders(scene, client)),
    () => actions(scene, client, orders),
    () => papers(scene, client, orders[0]!),
    () => report(scene, client, orders[0]!),
    () => troubles(scene, client, orders[0]!),
    () => polls(scene, client),
    () => others(scene, orders[0]!),
    () => feed(scene, client),
  ]
  for (const phase of phases)
    await phase().catch((thrown: unknown) => {
      if (!isTolerant) throw thrown
    })
  for (const entry of await deliver(scene.conduct.receive, webhookSecret, clock)) recorder.add(entry)
  return recorder.har()
}
