// A fresh simulator for one peer and one defect, with a token and a few orders ready, and a count of what it is asked.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Behaviour } from '../../simulator/behaviour/behaviour.ts'
import type * as Starting from '../../simulator/start/start-simulator.ts'
import type { Target } from './peer.ts'
import { draftOf, uploadOf, webhookOf } from './examples.ts'

export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export type PreparedTarget = Target & { requests(): number; stop(): Promise<void> }

/** Fuzzers send more than a minute's worth; a limit that a defect has set stays. */
const raiseLimit = ({ rateLimit }: Behaviour): void => {
  if (rateLimit.requestsPerWindow === 600) rateLimit.requestsPerWindow = 1_000_000
}

type Answer = Record<string, unknown> | null

const client = (url: string) => {
  const send = async (
    method: string,
    path: string,
    token: string,
    body?: unknown,
    raw?: { type: string; text: string },
  ) => {
    const headers = {
      connection: 'close',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(raw ? { 'content-type': raw.type } : body !== undefined && { 'content-type': 'application/json' }),
      ...(path === '/orders' && { 'idempotency-key': `peers-prepared-${Math.random()}` }),
    }
    const payload = raw ? raw.text : body === undefined ? undefined : JSON.stringify(body)
    try {
      const reply = await fetch(url + path, {
        method,
        headers,
        signal: AbortSignal.timeout(10_000),
        ...(payload !== undefined && { body: payload }),
      })
      return (await reply.json()) as Answer
    } catch {
      return null
    }
  }
  const text = (answer: Answer, name: string, otherwise: string): string =>
    typeof answer?.[name] === 'string' ? answer[name] : otherwise
  return { send, text }
}

type Credential = { client_id: string; client_secret: string }

/** What a defect keeps from being made is named as though it had been, and left to the peer to stumble over. */
const prepare = async (url: string, main: Credential, other: Credential, seed: number): Promise<Target> => {
  const { send, text } = client(url)
  const now = Date.now()
  const grant = async ({ client_id, client_secret }: Credential): Promise<string> => {
    const body = { grant_type: 'client_credentials', client_id, client_secret }
    return text(await send('POST', '/oauth/token', '', body), 'access_token', '')
  }
  const [token, otherToken] = [await grant(main), await grant(other)]
  const place = async () => text(await send('POST', '/orders', token, draftOf(now)), 'id', 'ord_none')
  const orders = {
    fresh: await place(),
    holdable: await place(),
    held: await place(),
    cancellable: await place(),
    delivered: await place(),
  }
  await send('POST', `/orders/${orders.held}/hold`, token, { reason: 'The borrower is travelling.' })
  await send('POST', `/sandbox/orders/${orders.delivered}/advance`, token, { to_status: 'report_complete' })
  const uploaded = await send('POST', `/orders/${orders.fresh}/documents`, token, undefined, uploadOf())
  await send('PUT', '/webhook', token, webhookOf())
  return {
    url,
    token,
    otherToken,
    clientId: main.client_id,
    clientSecret: main.client_secret,
    seed,
    now,
    orders,
    document: text(uploaded, 'id', 'doc_none'),
  }
}

type TargetOptions = {
  defect?: string
  /** Where a copy of the simulator's built code stands that is started in its place. */
  folder?: string
  onRequest?(count: number): void
}

const simulatorIn = async (folder: string | undefined): Promise<typeof Starting> =>
  folder === undefined
    ? import('../../simulator/start/start-simulator.ts')
    : ((await import(pathToFileURL(join(folder, 'start', 'start-simulator.js')).href)) as typeof Starting)

/** Starts at the port that the peers know. */
export const startTarget = async (
  port: number,
  seed: number,
  { defect, folder, onRequest }: TargetOptions = {},
): Promise<PreparedTarget> => {
  const { startSimulator } = await simulatorIn(folder)
  const simulator = await startSimulator({
    port,
    behaviour: raiseLimit,
    defects: async () => (await import('../defects/index.ts')).defects,
    ...(defect !== undefined && { defect }),
  })
  const { main, other_lender } = simulator.profile().credentials
  const target = await prepare(simulator.sandboxUrl, main!, other_lender!, seed)
  let requests = 0
  const count = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort !== port) return
    requests += 1
    onRequest?.(requests)
  }
  subscribe('http.server.request.start', count)
  return {
    ...target,
    requests: () => requests,
    async stop() {
      unsubscribe('http.server.request.start', count)
      await simulator.close()
    },
  }
}
