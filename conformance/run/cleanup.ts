// Cancels what the run left open, where the contract and the company allow it.
import { times } from '../../reports/texts.ts'
import { jsonOf } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { Orders } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'

type Client = ReturnType<Session['http']['as']>

/** A held order has to be resumed first. */
const cancelled = async (client: Client, { id, role }: Orders['open'][number]): Promise<boolean> => {
  const call = (operation: 'cancelOrder' | 'resumeOrder') =>
    client.call(operation, { params: { order_id: id }, role, json: { reason: 'end of a test run' } })
  const first = await call('cancelOrder')
  if (first.response.status < 300) return true
  const { current_status } = (jsonOf(first.response.body) ?? {}) as { current_status?: unknown }
  if (current_status !== 'on_hold' || (await call('resumeOrder')).response.status >= 300) return false
  return (await call('cancelOrder')).response.status < 300
}

export const cancelOpenOrders = async (session: Session, orders: Orders): Promise<void> => {
  const client = session.http.as('cleanup')
  let left = 0
  for (const order of orders.open) {
    try {
      if (!(await cancelled(client, order))) left += 1
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      left += 1
    }
  }
  if (left > 0)
    session.emit({
      type: 'note',
      message: `${times(left, 'order')} of this run could not be cancelled; the lender_reference begins with assay-${session.run}.`,
    })
}
