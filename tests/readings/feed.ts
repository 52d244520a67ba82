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

/** A further credential of the demo lender in the sandbox, with a token of it. */
export const issueClient = async (api: Api) => {
  const account = { lender_id: 'len_bluestem', environment: 'sandbox' }
  const issued = await api.company<{ client: { client_id: string }; client_secret: string }>('/clients', account)
  const { client_id } = issued.client
  const body = { grant_type: 'client_credentials', client_id, client_secret: issued.client_secret }
  const { access_token } = await api.ok<{ access_token: string }>(null, 'POST', '/oauth/token', { body })
  return { client_id, token: access_token }
}
