// The feed of an order with some records, as the call of somebody.
import type { RecordedExchange } from './run-record.ts'

export type EventRecord = { id?: unknown; type?: unknown; data?: { order_id?: unknown; status?: { code?: unknown } } }

/** `like`: the address of another call. */
export const feedOf = (
  order: string,
  events: readonly EventRecord[],
  { id, source }: { id: string; source: string },
  like: string,
): RecordedExchange => {
  const [, base = ''] = /^(.*?\/v1)(?=[/?]|$)/.exec(like) ?? []
  const text = JSON.stringify({ data: events })
  return {
    id,
    source,
    operation: 'listEvents',
    role: 'main',
    environment: 'sandbox',
    request: {
      method: 'GET',
      url: `${base}/events?order_id=${order}&per_page=100`,
      headers: [['authorization', 'Bearer •••']],
      body: null,
    },
    response: { status: 200, headers: [], body: { text, bytes: text.length, sha256: '', cut: false } },
    failure: null,
    started_at: '',
    ms: 0,
  }
}
