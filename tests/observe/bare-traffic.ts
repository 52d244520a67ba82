// Single calls with any bytes and headers, made up for the observers.
import type { Delivery } from '../../conformance/evidence/delivery.ts'
import type { Exchange, Headers } from '../../conformance/evidence/exchange.ts'
import { createReadingsWatch } from '../../conformance/observe/watch-readings.ts'

export type Given = {
  operation: string | null
  path?: string
  method?: string
  source?: string
  role?: Exchange['role']
  status?: number
  asking?: Headers
  headers?: Headers
  sent?: unknown
  body?: unknown
  at?: number
}

let count = 0
const bytes = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

const exchange = (given: Given): Exchange => ({
  id: `x${(count += 1)}`,
  source: given.source ?? 'test',
  operation: given.operation,
  role: given.role === undefined ? 'main' : given.role,
  environment: 'sandbox',
  request: {
    method: given.method ?? 'POST',
    url: `https://api.example.test/sandbox/v1${given.path ?? '/x'}`,
    headers: given.asking ?? [],
    body: given.sent === undefined ? null : bytes(given.sent),
  },
  response: { status: given.status ?? 200, headers: given.headers ?? [], body: bytes(given.body ?? {}) },
  failure: null,
  startedAt: given.at ?? 0,
  ms: 1,
})

const delivery = (json: unknown): Delivery => ({
  id: `d${(count += 1)}`,
  receivedAt: 0,
  method: 'POST',
  path: '/',
  secure: true,
  headers: [],
  body: Buffer.from(JSON.stringify(json)),
  json,
  fault: null,
  answer: '204',
})

const pairs = (found: { freedom: string; reading: string }[]): string[] =>
  found.map(({ freedom, reading }) => `${freedom}=${reading}`)

/** Exchanges have an operation, deliveries have none. */
export const shown = (freedom: string, ...given: (Given | { type: string })[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) =>
      pairs('operation' in one ? watch.exchange(exchange(one)) : watch.delivery(delivery({ ...one, test: undefined }))),
    )
    .filter((pair) => pair.startsWith(`${freedom}=`))
    .map((pair) => pair.slice(freedom.length + 1))
}

export const refusal = (details?: unknown) => ({
  code: 'validation_failed',
  message: 'No.',
  details,
  correlation_id: 'c',
})
