// What can be done with a simulator by chance, and all that it shows afterwards over HTTP: two states are alike when both are.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Test } from 'tap'
import { startSimulator, type StartedSimulator, type StartOptions } from '../../simulator/start/start-simulator.ts'
import { createRandom } from '../../simulator/time/random.ts'
import { minimal } from './samples.ts'
import { unlimited } from './support.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** Takes what is about a status and refuses the rest, whenever it comes. */
export const startHook = async (t: Test): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { type } = (await json(request)) as { type: string }
    response.writeHead(/status|created/.test(type) ? 204 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const portOf = ({ controlUrl, sandboxUrl }: Pick<StartedSimulator, 'controlUrl' | 'sandboxUrl'>) => {
  let bearer = ''
  const ask = async (url: string, method: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const typed: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const answer = await fetch(url, { method, headers: { ...headers, ...typed }, ...sent })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, body: (isJson ? JSON.parse(bytes.toString()) : {}) as Json, bytes }
  }
  const company = (method: string, path: string, body?: unknown) => ask(`${controlUrl}${path}`, method, body)
  return {
    company,
    lender: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(`${sandboxUrl}${path}`, method, body, { ...headers, authorization: `Bearer ${bearer}` }),
    fetch: (url: string) => ask(url, 'GET'),
    async signIn() {
      const { credentials } = (await company('GET', '/profile')).body
      const life = { client_id: credentials.main.client_id, expires_in: 31_536_000 }
      bearer = (await company('POST', '/tokens', life)).body.access_token
      if (bearer === undefined) throw new Error('no token was made')
    },
  }
}

type Port = ReturnType<typeof portOf>

/** A simulator to act on, and its ports with a token of the main client. */
export const started = async (t: Test, more: StartOptions = {}) => {
  const simulator = await startSimulator({ ...unlimited, clock: { mode: 'manual' }, allowHttpWebhooks: true, ...more })
  t.teardown(() => simulator.close())
  const port = portOf(simulator)
  await port.signIn()
  return { simulator, port }
}

const upload = (text: string): FormData => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('file', new File([`%PDF-1.4\n${text}\n%%EOF`], 'note.pdf', { type: 'application/pdf' }))
  return form
}

/** What is due at one instant runs together, in no order. */
const inOrder = (due: Json[]): Json[] =>
  due
    .map((one) => JSON.stringify(one))
    .toSorted()
    .map((one) => JSON.parse(one))

/** Does `count` things, drawn from the seed and what there is; gives what each was answered. */
export const act = async (port: Port, simulator: StartedSimulator, seed: number, count: number): Promise<Json[]> => {
  const { next } = createRandom([seed, 7, 11, 13])
  for (let warm = 0; warm < 16; warm++) next()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const answers: Json[] = []
  for (let n = 0; n < count; n++) {
    const orders = (await port.company('GET', '/orders?per_page=100')).body.data as Json[]
    const id = orders.length === 0 ? 'ord_none' : pick(orders).id
    const draft = { ...minimal(Date.UTC(2099, 0, 1)), lender_reference: `R-${pick([1, 2, 3])}` }
    const place = () =>
      port.lender('POST', '/orders', draft, { 'idempotency-key': `key-${draft.lender_reference}-${pick([1, 2])}` })
    const moves = ['appraiser_accepted', 'appointment_scheduled', 'awaiting_review', 'new']
    const acts: (() => Promise<Json>)[] = [
      place,
      place,
      () => port.lender('POST', `/orders/${id}/hold`, { reason: 'r' }),
      () => port.lender('POST', `/orders/${id}/resume`, {}),
      () => port.lender('POST', `/orders/${id}/cancel`, { reason: 'r' }),
      () => port.lender('POST', `/orders/${id}/messages`, { recipient: 'manager', body: `word ${n}` }),
      () => port.lender('POST', `/orders/${id}/documents`, upload(`${n}`)),
      () => port.lender('POST', `/orders/${id}/revision-requests`, { kind: 'correction', reason: 'r' }),
      () => port.company('POST', `/orders/${id}/assign`, { name: pick(['Ann Example', 'Ben Sample']) }),
      () => port.company('POST', `/orders/${id}/move`, { to_status: pick(moves) }),
      () => port.company('POST', `/orders/${id}/deliver`, {}),
      () => port.company('POST', `/orders/${id}/fee`, { appraisal_fee: `${pick([500, 600, 700])}.00` }),
      () => port.company('POST', '/personas', { name: pick(['punctual', 'slow']), lender_id: 'len_bluestem' }),
      () => port.company('PATCH', '/lenders/len_bluestem', { may_amend: pick([true, false]) }),
      () => port.company('POST', '/clock/advance', { seconds: pick([5, 61, 3600, 86_400]) }),
      () => port.company('POST', '/clock/advance', { until: 'next_due' }),
    ]
    const { status, body } = await pick(acts)()
    await simulator.idle()
    const { correlation_id: _one, ...shown } = body
    if (shown.fired) shown.fired = inOrder(shown.fired)
    answers.push({ status, shown })
  }
  return answers
}

const pages = async (read: (after: string) => Promise<Json>, next: (page: Json) => string | null): Promise<Json[]> => {
  const all: Json[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Json = await read(after)
    all.push(...page.data)
    after = next(page)
  }
  return all
}

/** Real time and what is signed with it is different each time. */
const plainAttempt = ({ kind, number, accepted, started_at, url, response }: Json): Json => ({
  kind,
  number,
  accepted,
  started_at,
  url,
  status: response?.status ?? null,
})

/** All that the company and the main lender see. */
export const see = async (port: Port): Promise<Json> => {
  const company = async (path: string) => (await port.company('GET', path)).body
  const lender = async (path: string) => (await port.lender('GET', path)).body
  const { data: orders } = await company('/orders?per_page=100')
  const events = await pages(
    (after) => company(`/events?per_page=100${after && `&after=${after}`}`),
    (page) => page.next_cursor,
  )
  const attempts = []
  for (const { id } of events) attempts.push((await company(`/events/${id}/attempts`)).data.map(plainAttempt))
  const details = []
  for (const order of orders) {
    const documents = (await lender(`/orders/${order.id}/documents`)).data
    const hashes = []
    for (const { id } of documents) {
      const { url } = (await port.lender('GET', `/documents/${id}`)).body.download
      hashes.push(
        createHash('sha256')
          .update((await port.fetch(url)).bytes)
          .digest('hex'),
      )
    }
    details.push({
      order: await company(`/orders/${order.id}`),
      seen: await lender(`/orders/${order.id}`),
      messages: await lender(`/orders/${order.id}/messages`),
      revisions: await lender(`/orders/${order.id}/revision-requests`),
      documents,
      hashes,
    })
  }
  const clock = await company('/clock/due?limit=1000')
  return {
    clock: { ...clock, data: inOrder(clock.data) },
    orders,
    details,
    events,
    attempts,
    lenders: await company('/lenders'),
    companies: await company('/companies'),
    clients: await company('/clients'),
    personas: await company('/personas'),
    webhook: await company('/lenders/len_bluestem/webhooks/sandbox'),
    account: await lender('/account'),
  }
}
