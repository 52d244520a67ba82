// The thread of an order, once it holds a message with a mark: a list may lag a moment behind.
import { limits } from '../contract/limits.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { StepContext } from '../kit/context.ts'
import { entriesAt } from './read.ts'

type Thread = { thread: Answered; texts: string[] }

export const threadWith = async (
  { client, eventually, patience }: StepContext,
  id: string,
  mark: string,
): Promise<Thread> => {
  const look = async (): Promise<Thread> => {
    const query = { per_page: limits().per_page_max }
    const thread = await client.call('listMessages', { params: { order_id: id }, query })
    return {
      thread,
      texts: entriesAt(thread, '/data').map(({ subject, body }) => `${String(subject)} ${String(body)}`),
    }
  }
  return eventually(look, ({ texts }) => texts.some((text) => text.includes(mark)), patience.state)
}
