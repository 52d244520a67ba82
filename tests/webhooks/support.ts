// The webhook sender with a manual clock and a store of two maps, and real receivers on loopback.
import { createHmac } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import type { Test } from 'tap'
import { webhooks } from '../../simulator/behaviour/webhooks.ts'
import { loadContract } from '../../simulator/contract/contract.ts'
import type { RaisedEvent, Webhooks } from '../../simulator/behaviour/webhooks.ts'
import type { Event, WebhookConfiguration } from '../../simulator/domain/records.ts'
import { createClock } from '../../simulator/time/create-clock.ts'
import { createIds } from '../../simulator/time/ids.ts'
import type { Attempt } from '../../simulator/webhooks/journal.ts'
import { createOutbox } from '../../simulator/webhooks/outbox.ts'
import type { OutboxOptions } from '../../simulator/webhooks/outbox-options.ts'
import { happens } from '../wait-for.ts'

export const START = Date.UTC(2026, 0, 5, 12)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const SECRET = 'the first secret, more than 32 characters long'

const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec' })

type Received = { method: string; path: string; headers: Record<string, string>; names: string[]; body: Buffer }
type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

export const answering =
  (...statuses: number[]): Answer =>
  (_request, response) =>
    void response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end('noted')

/** A receiver that keeps what it gets; its answer may be replaced at any time. */
export async function receiver(t: Test, answer: Answer, scheme: 'https' | 'http' = 'https') {
  const got: Received[] = []
  const it = { url: '', got, answer, connections: 0, open: 0, mostOpen: 0 }
  const listen: RequestListener = async (raw, response) => {
    it.mostOpen = Math.max(it.mostOpen, ++it.open)
    response.once('close', () => (it.open -= 1))
    const chunks: Buffer[] = []
    for await (const chunk of raw) chunks.push(chunk as Buffer)
    const headers = raw.headers as Record<string, string>
    const names = raw.rawHeaders.filter((_, n) => n % 2 === 0)
    const request = { method: raw.method!, path: raw.url!, headers, names, body: Buffer.concat(chunks) }
    got.push(request)
    it.answer(request, response, raw)
  }
  const { private: key, cert } = certificate
  const server: Server = scheme === 'https' ? createHttpsServer({ key, cert }, listen) : createHttpServer(listen)
  // How long a test takes must not decide how many connections it needs.
  ;(server as unknown as { keepAliveTimeout: number }).keepAliveTimeout = 0
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', () => (it.connections += 1))
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  it.url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  t.teardown(async () => {
    ;(server as unknown as { closeAllConnections(): void }).closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return it
}

export const contract = {
  webhooks: {
    api_version: '1.0.0',
    retry_delays_seconds: [60, 300, 1_800, 7_200, 14_400, 21_600, 21_600, 39_600],
    timeout_seconds: 10,
    specimens: loadContract().webhooks.specimens,
  },
}

type World = Partial<OutboxOptions> & {
  decide?: Partial<Webhooks>
  events?: Map<string, Event>
  flush?: () => Promise<void>
}

/** An outbox with a manual clock and a store of two maps; `hook` is the one account's configuration. */
export function world(
  t: Test,
  url: string | null,
  { decide, events: kept, flush = async () => {}, ...more }: World = {},
) {
  const events = kept ?? new Map<string, Event>()
  const hooks = new Map<string, WebhookConfiguration>()
  const hook = (change: Partial<WebhookConfiguration>) => {
    const before = hooks.get('len_a:sandbox')
    const fresh = {
      account: 'len_a:sandbox',
      url,
      enabled: true,
      events: ['*'],
      secret: SECRET,
      secret_rotated_at: null,
      updated_at: null,
    }
    hooks.set('len_a:sandbox', { ...(before ?? fresh), ...change })
  }
  hook({})
  const table = <T>(map: Map<string, T>, keyOf: (row: T) => string) => ({
    get: (id: string) => map.get(id),
    put: (row: T) => void map.set(keyOf(row), row),
    delete: (id: string) => void map.delete(id),
    keys: () => map.keys(),
    values: () => map.values(),
    get size() {
      return map.size
    },
  })
  const clock = more.clock ?? createClock({ mode: 'manual', start: START })
  const ids = createIds()
  const attempts: Attempt[] = []
  const dead: Event[] = []
  const outbox = createOutbox({
    store: {
      events: table(events, (row) => row.id),
      webhooks: table(hooks, (row) => row.account),
      undelivered: () => [...events.values()].filter(({ delivery }) => delivery.next_attempt_at !== null),
      flush,
    },
    clock,
    ids,
    behaviour: { ...webhooks(contract), ...decide },
    log: { info: () => {}, warn: () => {} },
    allowHttp: false,
    verifyTls: false,
    onAttempt: (attempt) => attempts.push(attempt),
    onDeadLetter: (event) => dead.push(event),
    ...more,
  })
  t.teardown(async () => {
    clock.close()
    await outbox.close()
  })
  const raise = (change: Partial<RaisedEvent> = {}) => {
    const now = clock.now()
    const order_id = ids.next('ord', now)
    const data = {
      order_id,
      order_number: '26-1001',
      appraiser: { name: 'Zoë Łukasz 家' },
      assigned_at: new Date(now).toISOString(),
    }
    return outbox.raise({
      id: ids.next('evt', now),
      account: 'len_a:sandbox',
      type: 'order.assigned',
      created_at: now,
      order_id,
      data,
      ...change,
    })
  }
  const delivery = (id: string) => events.get(id)!.delivery
  return { outbox, clock, events, hook, hooks, attempts, dead, raise, delivery }
}

export const signatureOf = ({ headers }: Received) =>
  /^t=(?<t>\d+),v1=(?<v1>[0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '')!.groups!
export const verifies = (request: Received, secret: string) => {
  const { t, v1 } = signatureOf(request)
  return (
    v1 ===
    createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${t}.`), request.body]))
      .digest('hex')
  )
}
