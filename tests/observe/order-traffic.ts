// Orders as they are read, changed and reported in events, made up for the observers.
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import type { Exchange } from '../../conformance/evidence/exchange.ts'
import { exchangeOf } from '../../conformance/evidence/exchange.support.ts'
import { createReadingsWatch } from '../../conformance/observe/watch-readings.ts'

export type Given = {
  operation: string
  path?: string
  method?: string
  source?: string
  role?: Exchange['role']
  status?: number
  headers?: [string, string][]
  sent?: unknown
  body?: unknown
  startedAt?: number
}
export type Raised = {
  id?: string
  type: string
  data: Record<string, unknown>
  created_at?: string
  test?: boolean
  receivedAt?: number
}

const exchange = ({
  operation,
  path = '/orders/ord_1',
  method,
  source = 'test',
  role = 'main',
  status = 200,
  headers = [],
  sent,
  body,
  startedAt = 0,
}: Given): Exchange =>
  exchangeOf({
    operation,
    source,
    role,
    ...(method !== undefined && { method }),
    url: `https://api.example.test/v1${path}`,
    sent,
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    body,
    startedAt,
  })

let count = 0

const delivery = ({
  id = 'evt_1',
  type,
  data,
  created_at = '2026-01-01T00:00:00.000Z',
  test,
  receivedAt = 0,
}: Raised): Delivery => ({
  id: `d${(count += 1)}`,
  receivedAt,
  method: 'POST',
  path: '/',
  secure: true,
  headers: [],
  body: Buffer.from(''),
  json: {
    id,
    type,
    created_at,
    api_version: '1.0.0',
    ...(test && { test }),
    data: { order_id: 'ord_1', ...data },
  },
  fault: null,
  answer: '200',
})

/** Every reading of one freedom that a run with these would show. */
export const seen = (freedom: string, ...given: (Given | Raised)[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) => ('operation' in one ? watch.exchange(exchange(one)) : watch.delivery(delivery(one))))
    .filter((shown) => shown.freedom === freedom)
    .map(({ reading }) => reading)
}

export const day = (text: string): string => `2026-01-${text}Z`

type Shown = {
  status?: string
  changed?: string
  dates?: object
  fee?: string | null
  appraiser?: unknown
  reference?: string
}

export const order = ({
  status = 'new',
  changed = day('01T00:00:00.000'),
  dates,
  fee = '500.00',
  appraiser = null,
  reference,
}: Shown) => ({
  id: 'ord_1',
  lender_reference: reference ?? null,
  status: { code: status, label: status, changed_at: changed },
  appraiser,
  fees: { appraisal_fee: fee, currency: 'USD' },
  dates: {
    created_at: day('01T00:00:00.000'),
    updated_at: day('01T00:00:00.000'),
    appointment_at: null,
    completed_at: null,
    ...dates,
  },
})

export const read = (shown: Shown, startedAt = 0): Given => ({ operation: 'getOrder', body: order(shown), startedAt })
export const post = (operation: string, sent: unknown, more: Partial<Given> = {}): Given => ({
  operation,
  sent,
  ...more,
})
export const advance = (to: string, startedAt = 0): Given =>
  post('advanceOrder', { to_status: to }, { path: '/sandbox/orders/ord_1/advance', startedAt })
export const none: string[] = []

export const created = (more: object = {}, sent: object = {}, id = 'ord_1', startedAt = 0): Given => ({
  operation: 'createOrder',
  path: '/orders',
  status: 201,
  sent: { order_type_code: 'A', ...sent },
  body: { ...order({}), id, ...more },
  startedAt,
})
