// Clients that keep the contract in ways that look like faults, and beside each one that has the fault.
import t from 'tap'
import { auditOf } from './audit-journal.ts'
import { askToken, basic, createRecording, order } from './recorded.ts'

type Recording = ReturnType<typeof createRecording>
type Write = (recording: Recording) => void

export const failedIn = (write: Write, isStart = false): string[] => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  write(recording)
  return auditOf(recording.har(), { isStart }).failed
}

export const begin = Date.UTC(2026, 10, 28, 12)
export const at = (ms: number, time = 20) => ({ startedDateTime: new Date(begin + ms).toISOString(), time })
export const bearerOf = (digit: number) => ({ Authorization: `Bearer tok-abcdefgh-${digit}` })
const keyed = (key: string) => ({ ...bearerOf(1), 'Idempotency-Key': key })
export const eventId = (number: number) => `evt_${String(number).padStart(8, '0')}`
export const page = (next: string | null, numbers: number[], type = 'order.status_changed', order_id = 'ord_aaa') => ({
  data: numbers.map((number) => ({ id: eventId(number), type, order_id, data: {}, delivery: null })),
  next_cursor: next,
})
export const emptyList = { data: [], page: 1, per_page: 25, total: 0, total_pages: 0 }
export const shown = (more: object = {}) => ({
  id: 'ord_aaa',
  order_number: '9',
  loan: { number: null },
  borrowers: [],
  ...more,
})
export const refused = (code: string) => ({ code, message: 'No.', correlation_id: 'c' })

/** The rule, who keeps the contract, and who breaks it so. */
type Case = [rule: string, kept: Write, broken: Write | null]

export const polls = (count: number, cursor: string) => (recording: Recording) => {
  for (let left = count; left > 0; left -= 1)
    recording.add('GET', `/events?after=${cursor}`, { answer: page(null, []) })
}

export const revoked = (path: string, ms: number) => (recording: Recording) =>
  recording.add('GET', path, { status: 401, answer: refused('client_revoked'), entry: at(ms) })

export const all =
  (...writes: Write[]): Write =>
  (recording) => {
    for (const write of writes) write(recording)
  }

export const wrongSecret =
  (ms: number): Write =>
  (recording) =>
    askToken(recording, {
      headers: basic('cli_demo', 'a-wrong-secret'),
      status: 401,
      answer: { error: 'invalid_client' },
      entry: at(ms),
    })

export const collected: Write = (recording) => {
  recording.add('GET', '/events', { answer: page('c1', [1, 2]) })
  recording.add('GET', '/events?after=c1', { answer: page('c2', [3, 4]) })
  recording.add('GET', '/events?after=c2', { answer: page(null, [5, 6]) })
  recording.add('GET', '/orders/ord_aaa', { answer: shown() })
}

export const create =
  (key: string, ms: number, given: object, body: object = {}): Write =>
  (recording) =>
    recording.add('POST', '/orders', {
      body: JSON.stringify({ ...(JSON.parse(order) as object), ...body }),
      headers: keyed(key),
      entry: at(ms),
      ...given,
    })

export const link = (signature: string, expires: number) =>
  `https://api.lender.example/sandbox/v1/download/doc_1?expires=${expires}&signature=${signature}`
export const document = (signature: string, expires: number) => ({
  id: 'doc_1',
  order_id: 'ord_aaa',
  download: { url: link(signature, expires), expires_at: new Date(expires * 1000).toISOString() },
})

export const read =
  (path: string, given: object): Write =>
  (recording) =>
    recording.add('GET', path, given)
export const send =
  (path: string, body: object, given: object, method = 'POST'): Write =>
  (recording) =>
    recording.add(method, path, { body: JSON.stringify(body), ...given })

export const note = { recipient: 'manager', subject: 's', body: 'Any news?', document_ids: [] }
export const day = 24 * 3_600_000
export const expires = begin / 1000 + 300

export const testKept = (cases: Record<string, Case>): void => {
  for (const [name, [rule, kept, broken]] of Object.entries(cases))
    t.test(name, async (t) => {
      t.notOk(failedIn(kept).includes(rule), 'it keeps the contract')
      if (broken !== null) t.ok(failedIn(broken).includes(rule), 'and this does not')
    })
}
