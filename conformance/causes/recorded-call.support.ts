// A call as a record has it.
import type { RecordedExchange } from '../../reports/run-record.ts'

type Call = { id: string; method: string; path: string; answer: object; status?: number }

export const recordedCall = ({ id, method, path, answer, status = 200 }: Call): RecordedExchange => {
  const text = JSON.stringify(answer)
  return {
    id,
    source: 'a.check',
    operation: path === '/orders' ? 'createOrder' : null,
    role: 'main',
    environment: 'sandbox',
    request: { method, url: `https://x.example.com/v1${path}`, headers: [], body: null },
    response: { status, headers: [], body: { text, bytes: text.length, sha256: '', cut: false } },
    failure: null,
    started_at: '',
    ms: 1,
  }
}
