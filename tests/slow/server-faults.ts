// All that a company and the main lender can ask of a simulator: what of it the simulator fails to answer.
import type { StartedSimulator } from '../../simulator/start/start-simulator.ts'

type Page = { data?: { id: string }[] }

/** Each call that is answered with a 5xx; the world is another one afterwards. */
export const serverFaults = async ({ controlUrl, sandboxUrl, profile }: StartedSimulator): Promise<string[]> => {
  const failed: string[] = []
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const asked = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(url, { method, headers, ...sent })
    const text = await answer.text()
    if (answer.status >= 500) failed.push(`${method} ${new URL(url).pathname}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text === '' ? 'null' : text)
  }
  const { client_id } = profile().credentials.main
  const grant = (await asked('POST', `${controlUrl}/tokens`, { client_id })) as { access_token?: string } | null
  const company = (path: string) => asked('GET', controlUrl + path)
  headers['authorization'] = `Bearer ${grant?.access_token}`
  const lender = (path: string) => asked('GET', sandboxUrl + path)
  for (const path of ['/account', '/order-types', '/orders?per_page=100', '/events?per_page=100', '/webhook'])
    await lender(path)
  for (const path of ['/companies', '/lenders', '/clients', '/personas', '/clock/due?limit=100', '/events', '/world'])
    await company(path)
  const { data = [] } = (await company('/orders?per_page=100')) as Page
  for (const { id } of data)
    for (const path of ['', '/documents', '/messages', '/revision-requests']) {
      await lender(`/orders/${encodeURIComponent(id)}${path}`)
      if (path === '') await company(`/orders/${encodeURIComponent(id)}`)
    }
  await asked('POST', `${sandboxUrl}/orders`, {})
  await asked('POST', `${controlUrl}/clock/advance`, { seconds: 100_000 })
  await asked('POST', `${controlUrl}/reset`)
  return failed
}
