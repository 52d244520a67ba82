// Calls, answers and deliveries of a run, made up for the observers, and the readings that they show.
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import type { Exchange, Headers } from '../../conformance/evidence/exchange.ts'
import { exchangeOf } from '../../conformance/evidence/exchange.support.ts'
import { createReadingsWatch } from '../../conformance/observe/watch-readings.ts'

export type Call = {
  operation: string
  path?: string
  role?: Exchange['role']
  status?: number
  sent?: unknown
  key?: string
  headers?: Headers
  body?: unknown
  at?: number
}
export type Sent = {
  id?: string
  type?: string
  data?: Record<string, unknown>
  headers?: Headers
  text?: string
  envelope?: Record<string, unknown>
  fault?: Delivery['fault']
  answer?: string
  path?: string
  at?: number
}

let count = 0
const exchange = ({
  operation,
  path = '/orders/ord_1',
  role = 'main',
  status = 200,
  sent,
  key,
  headers = [],
  body,
  at = 0,
}: Call): Exchange =>
  exchangeOf({
    operation,
    role,
    url: `https://api.example.test/v1${path}`,
    sentHeaders: key === undefined ? [] : [['Idempotency-Key', key]],
    sent,
    status,
    headers,
    body: body ?? Buffer.alloc(0),
    startedAt: at,
    ms: 10,
  })

const delivery = ({
  id = `evt_${String((count += 1)).padStart(9, '0')}`,
  type = 'order.created',
  data = {},
  headers = [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['X-Service-Event-Id', 'evt_1'],
    ['X-Service-Signature', 't=1,v1=0a1b'],
  ],
  text,
  envelope = {},
  fault = null,
  answer = '204',
  path = '/',
  at = 0,
}: Sent): Delivery => {
  const json = {
    id,
    type,
    created_at: '2026-01-01T00:00:00.000Z',
    api_version: '1.0.0',
    data: { order_id: 'ord_1', order_number: '1', ...data },
    ...envelope,
  }
  const body = Buffer.from(text ?? JSON.stringify(json))
  return {
    id: `d${(count += 1)}`,
    receivedAt: at,
    method: 'POST',
    path,
    secure: true,
    headers,
    body,
    json,
    fault,
    answer,
  }
}

/** The target asks by a POST whether the webhook's address answers. */
export const probed = { probes: true } as const

export type Given = Call | Sent | typeof probed
const isCall = (given: Given): given is Call => 'operation' in given

/** Every reading shown of one freedom. */
export const shownStatus = (freedom: string, ...given: Given[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) => {
      if ('probes' in one) return watch.probe()
      return isCall(one) ? watch.exchange(exchange(one)) : watch.delivery(delivery(one))
    })
    .filter((one) => one.freedom === freedom)
    .map(({ reading }) => reading)
}

export const instant = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()

export type Event = { type: string; at?: number; data?: Record<string, unknown>; order?: string; delivery?: unknown }
export const status = (code: string, changedAt = 0) => ({ code, label: code, changed_at: instant(changedAt) })
export const changed = (from: string, to: string, at = 0, more: Record<string, unknown> = {}): Event => ({
  type: 'order.status_changed',
  at,
  data: { status: status(to, at), previous_status: { code: from, label: from }, note: null, ...more },
})
export const own = (type: string, code: string, at = 0, more: Record<string, unknown> = {}): Event => ({
  type: `order.${type}`,
  at,
  data: { status: status(code, at), reason: null, ...more },
})
export const placed = own('created', 'new', 0)
export const later: Event = { type: 'order.created', at: 60, order: 'ord_2', data: { status: status('new', 60) } }

export const page = (events: Event[], query = '', more: Partial<Call> = {}, next: string | null = null): Call => ({
  operation: 'listEvents',
  path: `/events${query}`,
  body: {
    data: events.map(({ type, at = 0, data = {}, order = 'ord_1', delivery: state }, index) => ({
      id: `evt_${String(index).padStart(9, '0')}`,
      type,
      created_at: instant(at),
      order_id: order,
      data: { order_id: order, order_number: '1', ...data },
      delivery: state ?? {},
    })),
    next_cursor: next,
  },
  ...more,
})

export const order = (code: string, more: Record<string, unknown> = {}, dates: Record<string, unknown> = {}) => ({
  id: 'ord_1',
  loan: {},
  status: status(code),
  dates: { appointment_at: null, ...dates },
  ...more,
})
export const create: Call = { operation: 'createOrder', status: 201, sent: {}, body: order('new') }
export const advance = (to: string, body: unknown = order(to), more: Partial<Call> = {}): Call => ({
  operation: 'advanceOrder',
  path: '/sandbox/orders/ord_1/advance',
  sent: { to_status: to },
  body,
  ...more,
})

export const configuration = (more: Record<string, unknown> = {}) => ({
  url: 'https://127.0.0.1:1/x',
  enabled: true,
  events: ['*'],
  secret_rotated_at: instant(0),
  updated_at: instant(0),
  ...more,
})
export const none: Call = { operation: 'getWebhook', status: 404, body: { code: 'webhook_not_configured' } }
export const put = (sent: unknown, shown: unknown = configuration(), more: Partial<Call> = {}): Call => ({
  operation: 'setWebhook',
  sent,
  body: shown,
  ...more,
})
