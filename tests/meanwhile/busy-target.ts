// A target that keeps the contract while other things happen there: a simulator behind a proxy, which does them between two requests.
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { startSimulator, type StartOptions, type StartedSimulator } from '../../simulator/start/start-simulator.ts'
import { defects } from '../defects-given.ts'
import { judge, type JudgedRun } from '../judge-target.ts'
import { verdictsIn } from '../small-profiles.ts'

export type Call = {
  /** `GET /orders/ord_1`: below the base address, without the query. */
  name: string
  /** The id of the order in the path. */
  order: string | null
  query: URLSearchParams
  /** The token that came with it, which is one of a client. */
  client: string | null
  headers: IncomingHttpHeaders
  body: Buffer
  /** Makes the same call once more, as another client of the account would. */
  repeat: () => Promise<unknown>
}

export type Reply = { status: number; body: unknown }

/** The company's hand: a call of the control port. @throws where it is refused */
export type Company = (method: string, path: string, body?: unknown) => Promise<unknown>

export type Busy = {
  options?: StartOptions
  /** Done before a request is handed on. */
  before?: (call: Call, company: Company) => Promise<unknown> | void
  /**
   * A call that is not handed on, in whose place another is: it answers with what the function gives, for a server that
   * answers well and does nothing.
   */
  instead?: (call: Call) => Instead | undefined
  /** Done before an answer is handed back; what it gives replaces the body of the answer. */
  after?: (call: Call, reply: Reply, company: Company) => unknown
  /** Answers in place of the simulator where it gives true. */
  answer?: (call: Call, reply: Reply & { headers: IncomingHttpHeaders }, response: ServerResponse) => boolean
  /** Whether the run does without the control port. */
  isUncontrolled?: boolean
}

/** A read that is sent in place of a call, and what is answered from its answer. */
export type Instead = { read: string; answer: (reply: Reply) => Reply }

type Closing = { teardown: (end: () => unknown) => unknown }

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Sent = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const forward = async (origin: string, message: Sent, body: Buffer): Promise<[IncomingMessage, Buffer]> => {
  const onward = send(origin + message.url!, { method: message.method!, headers: message.headers })
  onward.end(body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    onward.once('response', resolve).once('error', reject),
  )
  return [answer, await bodyOf(answer)]
}

/** With the credential of a call, a read in its place. */
const readOf = ({ headers, url }: IncomingMessage, path: string): Sent => {
  const base = /^(?:\/sandbox)?\/v1/.exec(url!)?.[0] ?? ''
  const { authorization, host } = headers
  return { method: 'GET', url: base + path, headers: { host, ...(authorization && { authorization }) } }
}

const callOf = (message: IncomingMessage, body: Buffer, origin: string): Call => {
  const url = new URL(message.url!, 'http://any')
  const path = url.pathname.replace(/^(\/sandbox)?\/v1/, '')
  const order = /^(?:\/sandbox)?\/orders\/([^/]+)/.exec(path)?.[1] ?? null
  return {
    name: `${message.method} ${path}`,
    order,
    query: url.searchParams,
    client: message.headers.authorization ?? null,
    headers: message.headers,
    body,
    repeat: () => forward(origin, message, body),
  }
}

const jsonIn = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const companyOf =
  ({ controlUrl }: StartedSimulator): Company =>
  async (method, path, body) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(controlUrl + path, { method, headers: { 'content-type': 'application/json' }, ...json })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

/** The profile of such a target. */
export const busyTarget = async (
  t: Closing,
  { options = {}, before, instead, after, answer: answered }: Busy,
): Promise<ReturnType<StartedSimulator['profile']>> => {
  let simulator: StartedSimulator | null = null
  const proxy = createServer((message, response) => {
    void (async () => {
      const body = await bodyOf(message)
      const { origin } = new URL(simulator!.sandboxUrl)
      const call = callOf(message, body, origin)
      const company = companyOf(simulator!)
      await before?.(call, company)
      const other = instead?.(call)
      const [answer, given] = await (other === undefined
        ? forward(origin, message, body)
        : forward(origin, readOf(message, other.read), Buffer.alloc(0)))
      const sent = { status: answer.statusCode!, body: jsonIn(given) }
      const reply = other !== undefined && sent.status === 200 ? other.answer(sent) : sent
      if (answered?.(call, { ...reply, headers: answer.headers }, response)) return
      const changed = other === undefined ? await after?.(call, reply, company) : reply.body
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers
      response.writeHead(reply.status, headers).end(changed === undefined ? given : JSON.stringify(changed))
    })().catch((error: Error) => response.writeHead(599).end(String(error.stack)))
  })
  const origin = await listening(proxy)
  simulator = await startSimulator({ publicOrigin: origin, defects, ...options })
  t.teardown(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await simulator!.close()
  })
  const { sandbox_base_url, production_base_url, ...profile } = simulator.profile()
  const at = (url: string): string => origin + new URL(url).pathname
  return { ...profile, sandbox_base_url: at(sandbox_base_url), production_base_url: at(production_base_url) }
}

export const judgeBusy = async (t: Closing, busy: Busy, ...ids: string[]): Promise<JudgedRun> => {
  const { control_url, ...profile } = await busyTarget(t, busy)
  const controlled = busy.isUncontrolled ? {} : { control_url }
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  return judge({ ...profile, ...controlled }, { timeoutMs: 20_000, checks, options: { rerun: false } })
}

const findingsIn = ({ events }: JudgedRun): string[] =>
  events.flatMap((event) =>
    event.type === 'finding'
      ? [`${event.check}: ${event.rule}: ${JSON.stringify(event.received)}, not ${JSON.stringify(event.expected)}`]
      : [],
  )

/** Nothing is held against the target, and the rules were judged all the same. */
export const expectNoBlame = (t: Test, judged: JudgedRun, ...rules: string[]): void => {
  t.strictSame(findingsIn(judged), [])
  const verdicts = verdictsIn(judged)
  for (const rule of rules) t.match(verdicts.get(rule), { verdict: 'pass' }, rule)
}

export const expectBlame = (t: Test, judged: JudgedRun, ...rules: string[]): void => {
  const blamed = new Set(judged.events.flatMap((event) => (event.type === 'finding' ? [event.rule] : [])))
  t.strictSame([...blamed].toSorted(), rules.toSorted())
}

/** Acts on an order each time that it has been asked for that many times. */
export const everyTime = (
  every: number,
  act: (order: string, company: Company, count: number) => Promise<unknown>,
): Busy => {
  const asked = new Map<string, number>()
  return {
    async before({ order }, company) {
      if (order === null) return
      const count = (asked.get(order) ?? 0) + 1
      asked.set(order, count)
      if (count % every === 0) await act(order, company, count)
    },
  }
}
