// A recorded exchange for a test: what the test does not name is as usual.
import type { RecordedExchange } from './run-record.ts'

/** A text as it is, any other value as JSON. */
export const recordedBody = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { text, bytes: Buffer.byteLength(text), sha256: '', cut: false }
}

type Named = Partial<Omit<RecordedExchange, 'request' | 'response'>> & {
  method?: string
  /** Below the base address. */
  path?: string
  url?: string
  headers?: [string, string][]
  sent?: unknown
  /** Null where no answer came. */
  status?: number | null
  answer?: unknown
}

export const recordedExchange = ({
  method = 'GET',
  path = '/orders',
  url = `https://x.example.com/v1${path}`,
  headers = [],
  sent = null,
  status = 200,
  answer = null,
  ...named
}: Named): RecordedExchange => ({
  id: 'x1',
  source: 'c',
  operation: null,
  role: 'main',
  environment: 'sandbox',
  request: { method, url, headers, body: sent === null ? null : recordedBody(sent) },
  response: status === null ? null : { status, headers: [], body: answer === null ? null : recordedBody(answer) },
  failure: null,
  started_at: '2026-03-02T15:04:05.000Z',
  ms: 1,
  ...named,
})
