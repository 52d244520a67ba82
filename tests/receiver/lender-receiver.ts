// A lender's webhook receiver as small as it can be: it keeps the contract, and takes one bad habit where it is asked to.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import getRawBody from 'raw-body'
import { generate } from 'selfsigned'

export type Event = {
  id: string
  type: string
  created_at: string
  test?: boolean
  data: { order_id: string; status?: { code: string; label: string; changed_at: string }; [field: string]: unknown }
  [field: string]: unknown
}

type Signed = { header: string | undefined; raw: Buffer; secret: string }

type Store = { events: Map<string, Event>; orders: Map<string, Event>; acts: number }

export type Habits = {
  /** A status that something before the receiver answers in its place. */
  before(raw: Buffer): number | undefined
  /** What it does with a body before it is verified: nothing. */
  reads(raw: Buffer): void
  /** The bytes that are verified. */
  bytes(raw: Buffer): Buffer
  isSigned(signed: Signed): boolean
  /** Whether t, as it is written, is near enough to the clock, in seconds. */
  isFresh(t: string, now: number, event: () => Event): boolean
  refusal: number
  staleRefusal: number
  success: number
  /** A status in place of success. */
  handle(event: Event, store: Store): number | undefined | Promise<number | undefined>
  /** Whether it acts on an event: sends a mail, books a fee. */
  acts(event: Event, store: Store): boolean
  isNewer(event: Event, known: Event): boolean
  /** Sends the answer. */
  reply(response: ServerResponse, status: number): void
}

const parts = (header: string | undefined): { t: string; v1: string } | null => {
  const [, t, v1] = /^t=([^,]*),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  return t === undefined || v1 === undefined ? null : { t, v1 }
}

export const isTrue = ({ header, raw, secret }: Signed): boolean => {
  const found = parts(header)
  if (found === null) return false
  const expected = createHmac('sha256', secret).update(`${found.t}.`).update(raw).digest()
  return timingSafeEqual(expected, Buffer.from(found.v1, 'hex'))
}

const good: Habits = {
  before: () => undefined,
  reads: () => undefined,
  bytes: (raw) => raw,
  isSigned: isTrue,
  isFresh: (t, now) => /^\d+$/.test(t) && Math.abs(now - Number(t)) <= 300,
  refusal: 401,
  staleRefusal: 401,
  success: 204,
  handle: () => undefined,
  acts: ({ id, type }, { events }) => !events.has(id) && !type.includes('not_known'),
  isNewer: (event, known) => event.created_at > known.created_at,
  reply: (response, status) => void response.writeHead(status).end(),
}

/** `view`: what a page of the lender's system would show of an order. */
export type LenderReceiver = { url: string; store: Store; view(orderId: string): string; close(): Promise<void> }

export const startLenderReceiver = async (
  secrets: string[],
  habits: Partial<Habits> = {},
  { plain = false }: { plain?: boolean } = {},
): Promise<LenderReceiver> => {
  const { before, reads, bytes, isSigned, isFresh, refusal, staleRefusal, success, handle, acts, isNewer, reply } = {
    ...good,
    ...habits,
  }
  const store: Store = { events: new Map(), orders: new Map(), acts: 0 }

  const view = (orderId: string): string =>
    JSON.stringify({ status: store.orders.get(orderId)?.data.status?.code ?? null, acts: store.acts })

  const answer = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST' || request.url !== '/hooks') return 404
    const raw = await getRawBody(request)
    const other = before(raw)
    if (other !== undefined) return other
    reads(raw)
    const header = request.headers['x-service-signature'] as string | undefined
    if (!secrets.some((secret) => isSigned({ header, raw: bytes(raw), secret }))) return refusal
    const parse = (): Event => JSON.parse(raw.toString()) as Event
    const t = parts(header)?.t
    if (t !== undefined && !isFresh(t, Date.now() / 1000, parse)) return staleRefusal
    const event = parse()
    const answered = await handle(event, store)
    if (answered !== undefined) return answered
    if (acts(event, store)) store.acts += 1
    store.events.set(event.id, event)
    if (event.type !== 'order.status_changed') return success
    const known = store.orders.get(event.data.order_id)
    if (known === undefined || isNewer(event, known)) store.orders.set(event.data.order_id, event)
    return success
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'GET') return void response.end(view(request.url!.slice(1)))
    void answer(request).then(
      (status) => reply(response, status),
      () => reply(response, 500),
    )
  }
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  })
  const server = plain ? createPlainServer(listener) : createServer({ cert, key }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${plain ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    store,
    view,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
