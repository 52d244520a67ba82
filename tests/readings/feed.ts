// The feed of a simulator whose answers may differ from what the document names.
import type { Answer, Api } from '../simulator/support.ts'
import type { FeedEvent } from '../simulator/wire-types.ts'

export type Wire = Record<string, unknown>

/** Sends without holding the answer against the document, which names the default statuses alone. */
export const send = async (
  api: Api,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer<Wire>> =>
  api.fetchRaw<Wire>(method, `${api.simulator.sandboxUrl}${path}`, {
    headers: { authorization: `Bearer ${token ?? (await api.token('main'))}` },
    ...(body !== undefined && { body }),
  })

export const look = async (api: Api, query: string, token?: string): Promise<Answer<Wire>> =>
  send(api, 'GET', `/events?${query}`, undefined, token)

/** All records of an order, however the pages come. */
export const recordsOf = async (api: Api, id: string): Promise<FeedEvent[]> => {
  const all: FeedEvent[] = []
  let query = `order_id=${id}&per_page=100`
  for (;;) {
    const { body } = await look(api, query)
    all.push(...(body['data'] as FeedEvent[]))
    if (body['next_cursor'] === null || body['next_cursor'] === undefined) return all
    query = `order_id=${id}&per_page=100&after=${String(body['next_cursor'])}`
  }
}
