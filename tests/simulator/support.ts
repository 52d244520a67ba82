// Starts a simulator in this process and talks to it over HTTP by role; every answer is held against the OpenAPI document.
import { connect } from 'node:net'
import { Agent, request } from 'undici'
import type { Test } from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import type { StartOptions } from '../../simulator/start/start-simulator.ts'
import type { Role } from '../../simulator/engine/world.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { Draft } from './samples.ts'
import { change, minimal, minimalOf, multipart, upload } from './samples.ts'
import type { Feed, FeedEvent, Item, List, Order, Problem, Revision, Summary, Token } from './wire-types.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
export type Sent = {
  query?: Record<string, string | number | readonly string[] | undefined>
  /** A plain value goes as JSON; text and bytes go as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** Base address, when it is not the one of the role's environment. */
  base?: string
}
export type Answer<Body = Problem> = { status: number; headers: Record<string, string>; body: Body; bytes: Buffer }
type Who = Role | { token: string } | null
export type Api = Awaited<ReturnType<typeof start>>

const withQuery = (url: string, query: Sent['query'] = {}): string => {
  const all = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of value === undefined ? [] : [value].flat()) all.append(name, String(one))
  return all.size > 0 ? `${url}?${all}` : url
}

const encode = (body: unknown): { body?: string | Buffer; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { body, headers: {} }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

const parse = (bytes: Buffer, type: string | undefined): unknown =>
  /^application\/json\b/.test(type ?? '') && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined

/** A request limit that no test reaches by accident. */
export const unlimited: StartOptions = {
  behaviour: ({ rateLimit }) => {
    rateLimit.requestsPerWindow = 1_000_000
  },
}

/** One simulator on a manual clock, closed when the test ends. */
export const start = async (t: Test, options: StartOptions = {}) => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, ...options })
  const agent = new Agent({ keepAliveTimeout: 1000 })
  t.teardown(async () => {
    await agent.destroy()
    await simulator.close()
  })
  const profile = simulator.profile()
  const origin = new URL(simulator.sandboxUrl).origin
  const now = () => simulator.clock.now()
  const baseOf = (who: Who) => (who === 'production' ? simulator.productionUrl : simulator.sandboxUrl)

  /** Sends to any address, judges nothing. */
  const fetchRaw = async <Body = Problem>(method: Method, url: string, sent: Sent = {}): Promise<Answer<Body>> => {
    const { body, headers } = encode(sent.body)
    const { statusCode, ...answer } = await request(withQuery(url, sent.query), {
      dispatcher: agent,
      method,
      headers: { ...headers, ...sent.headers },
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    return { status: statusCode, headers: flat, body: parse(bytes, flat['content-type']) as Body, bytes }
  }

  const tokens = new Map<Role, { text: string; until: number }>()
  const token = async (role: Role): Promise<string> => {
    const kept = tokens.get(role)
    if (kept && kept.until > now()) return kept.text
    const { client_id, client_secret } = profile.credentials[role]!
    const body = { grant_type: 'client_credentials', client_id, client_secret }
    const answer = await call<Token>(null, 'POST', '/oauth/token', { base: baseOf(role), body })
    if (answer.status !== 200) throw new Error(`no token for ${role}: ${answer.bytes}`)
    tokens.set(role, { text: answer.body.access_token, until: now() + 3_500_000 })
    return answer.body.access_token
  }
  const authorization = async (who: Who): Promise<Record<string, string>> => {
    if (who === null) return {}
    return { authorization: `Bearer ${typeof who === 'string' ? await token(who) : who.token}` }
  }

  /** Calls an operation as a role, with a token of one's own, or (null) without any; throws when the answer is not as declared. */
  const call = async <Body = Problem>(
    who: Who,
    method: Method,
    path: string,
    sent: Sent = {},
  ): Promise<Answer<Body>> => {
    const headers = { ...(await authorization(who)), ...sent.headers }
    const answer = await fetchRaw<Body>(method, `${sent.base ?? baseOf(who)}${path}`, { ...sent, headers })
    const problems = judgeAnswer({ ...answer, method, path: path.split('?')[0]! })
    if (problems.length > 0) throw new Error(problems.join('; '))
    return answer
  }

  /** Like `call`, for what must work: gives the body and throws on anything but the status. */
  const ok = async <Body>(
    who: Who,
    method: Method,
    path: string,
    sent: Sent & { status?: number } = {},
  ): Promise<Body> => {
    const answer = await call<Body>(who, method, path, sent)
    if (answer.status === (sent.status ?? 200)) return answer.body
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes}`)
  }

  const create = (paths: Draft = {}, role: Role = 'main'): Promise<Order> =>
    ok(role, 'POST', '/orders', { body: change(minimalOf(role, now()), paths), status: 201 })
  const read = (id: string, role: Role = 'main'): Promise<Order> => ok(role, 'GET', `/orders/${id}`)
  const move = (id: string, to_status: string, role: Role = 'main'): Promise<Order> =>
    ok(role, 'POST', `/sandbox/orders/${id}/advance`, { body: { to_status } })
  const act = <Body = Order>(id: string, action: string, body: unknown = {}, role: Role = 'main') =>
    ok<Body>(role, 'POST', `/orders/${id}/${action}`, { body })
  const revise = (id: string, body: Draft = {}, role: Role = 'main'): Promise<Revision> =>
    ok(role, 'POST', `/orders/${id}/revision-requests`, {
      body: { kind: 'correction', reason: 'The garage is missing.', ...body },
      status: 201,
    })
  const attach = (id: string, file: Parameters<typeof upload>[0] = {}, role: Role = 'main'): Promise<Summary> =>
    ok(role, 'POST', `/orders/${id}/documents`, { ...upload(file), status: 201 })

  /** A new order in any status that can be reached from outside; it has a loan number. */
  const reach = async (status: string, role: Role = 'main'): Promise<Order> => {
    const unusual = { order_type_code: 'LAND', 'property.type': 'vacant_land' }
    const { id } = await create({ 'loan.number': 'L-1', ...(status === 'pending_review' && unusual) }, role)
    const steps: Record<string, () => Promise<unknown>> = {
      pending_review: async () => undefined,
      new: async () => undefined,
      revision_requested: async () => (await move(id, 'report_complete', role), revise(id, {}, role)),
      reconsideration_requested: async () => {
        await move(id, 'report_complete', role)
        const acknowledgements = { comparable_sales_provided: true }
        await revise(id, { kind: 'reconsideration_of_value', acknowledgements }, role)
      },
      revised_report_complete: async () => {
        await move(id, 'report_complete', role)
        await revise(id, {}, role)
        await move(id, 'revised_report_complete', role)
      },
      on_hold: () => act(id, 'hold', {}, role),
      off_hold: async () => (await act(id, 'hold', {}, role), act(id, 'resume', {}, role)),
      cancelled: () => act(id, 'cancel', {}, role),
    }
    await (steps[status] ?? (() => move(id, status, role)))()
    const order = await read(id, role)
    if (order.status.code !== status) throw new Error(`reached ${order.status.code} instead of ${status}`)
    return order
  }

  /** Does something on the company's side, at the control port. */
  const company = async <Body = unknown>(path: string, body: unknown = {}): Promise<Body> => {
    const answer = await fetchRaw<Body>('POST', `${simulator.controlUrl}${path}`, { body })
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Error(`the control port answered ${answer.status} to ${path}: ${answer.bytes}`)
  }

  /** All events of a role's account under a filter, page by page. */
  const events = async (query: NonNullable<Sent['query']> = {}, role: Role = 'main'): Promise<FeedEvent[]> => {
    const all: FeedEvent[] = []
    let after: string | null = (query['after'] as string | undefined) ?? null
    do {
      const page: Feed = await ok(role, 'GET', '/events', {
        query: { per_page: 100, ...query, ...(after !== null && { after }) },
      })
      all.push(...page.data)
      after = page.next_cursor
    } while (after !== null)
    return all
  }

  /** All that the lender can see of an account, and of one order, to show that a refusal changed nothing. */
  const snapshot = async (id?: string, role: Role = 'main') => ({
    total: (await ok<List<Item>>(role, 'GET', '/orders', { query: { per_page: 1 } })).total,
    events: (await events({}, role)).map(({ id }) => id),
    ...(id !== undefined && {
      order: await read(id, role),
      messages: await ok<List<unknown>>(role, 'GET', `/orders/${id}/messages`),
      revisions: await ok<List<unknown>>(role, 'GET', `/orders/${id}/revision-requests`),
      documents: await ok<List<unknown>>(role, 'GET', `/orders/${id}/documents`),
    }),
  })

  /** Writes bytes to the public port and gives what comes back, until a whole answer came. */
  const speak = (bytes: string | Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        const [head, body] = text.split(/\r\n\r\n(.*)/s)
        const length = /^content-length: *(\d+)/im.exec(head!)?.[1]
        if (body !== undefined && length !== undefined && body.length >= Number(length)) socket.end()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })

  const draft = (paths: Draft = {}) => change(minimal(now()), paths)
  return {
    simulator,
    profile,
    origin,
    now,
    fetchRaw,
    token,
    call,
    ok,
    draft,
    create,
    read,
    move,
    act,
    revise,
    attach,
    reach,
    company,
    events,
    snapshot,
    speak,
    multipart,
  }
}
