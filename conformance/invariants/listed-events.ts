// The events of a page of the feed, each with its place there; any other answer has none.
import { jsonOf, type Answered } from '../evidence/exchange.ts'

/** Events are those of the main lender, and are compared with its reads alone. */
export const ofTheLender: ReadonlySet<string | null> = new Set(['main', 'main_second'])

type ListedEvent = { event: unknown; pointer: string }

export const listedEvents = ({ operation, response }: Answered): ListedEvent[] => {
  if (operation !== 'listEvents' || response.status >= 300) return []
  const { data } = (jsonOf(response.body) ?? {}) as { data?: unknown }
  return (Array.isArray(data) ? (data as unknown[]) : []).map((event, index) => ({ event, pointer: `/data/${index}` }))
}
