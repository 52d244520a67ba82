// An exchange that is made up for a test: what it leaves out is a plain, answered read of the main lender.
import type { Answered, Exchange } from './exchange.ts'

type Given = Partial<Omit<Answered, 'request' | 'response'>> & {
  method?: string
  url?: string
  sentHeaders?: Exchange['request']['headers']
  sent?: unknown
  status?: number
  headers?: Exchange['request']['headers']
  /** Bytes as they are, anything else as JSON. */
  body?: unknown
}

const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value ?? {}))

let count = 0

export const exchangeOf = ({
  method,
  url = 'https://target.test/v1/orders/ord_1',
  sentHeaders = [],
  sent,
  status = 200,
  headers = [['Content-Type', 'application/json']],
  body,
  ...rest
}: Given): Answered => ({
  id: `x${(count += 1)}`,
  source: 'test',
  operation: 'getOrder',
  role: 'main',
  environment: 'sandbox',
  request: {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    url,
    headers: sentHeaders,
    body: sent === undefined ? null : bytesOf(sent),
  },
  response: { status, headers, body: bytesOf(body) },
  failure: null,
  startedAt: 0,
  ms: 1,
  ...rest,
})
