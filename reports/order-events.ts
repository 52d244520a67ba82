// A read of the feed in a script about the events of an order: those of that order alone, as no cursor of the run means anything later.
import { baseOf } from './curl-call.ts'
import { plainExchange } from './plain-exchange.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const isOf = (order: string, record: unknown): boolean =>
  (record as { data?: { order_id?: unknown } } | null)?.data?.order_id === order

const narrowed = (body: string | undefined, order: string): string => {
  try {
    const page = JSON.parse(body ?? '') as { data?: unknown }
    if (!Array.isArray(page.data)) return body ?? ''
    return JSON.stringify({ ...page, data: page.data.filter((one) => isOf(order, one)) })
  } catch {
    return body ?? ''
  }
}

/** The exchanges as they are, but for reads of the feed where a finding about an event names one order. */
export const withOrderEvents = (
  finding: Finding,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): RecordedExchange[] => {
  const isEvent = finding.kind === 'missing_event' || finding.kind === 'unexpected_event'
  const own = all.filter(({ id }) => finding.requests.includes(id))
  const orders = new Set(own.flatMap(({ request }) => request.url.match(/\bord_[\w-]+/g) ?? []))
  const [order] = orders
  if (!isEvent || order === undefined || orders.size > 1) return [...needed]
  return needed.map((one) => {
    if (one.operation !== 'listEvents' || one.response === null) return one
    const { request, response } = one
    const url = `${baseOf(request.url)}/events?order_id=${order}&per_page=100`
    const text = narrowed(response.body?.text, order)
    const body = response.body && { ...response.body, text }
    return plainExchange(one, {
      request: { method: request.method, url, headers: request.headers, body: null },
      response: { status: response.status, headers: response.headers, body },
    })
  })
}
