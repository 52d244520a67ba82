// Cancels what the run left open, where the contract and the company allow it.
import { Unjudged } from '../target/unjudged.ts'
import type { Orders } from './context.ts'
import type { Session } from './session.ts'

export const cancelOpenOrders = async (session: Session, orders: Orders): Promise<void> => {
  const client = session.http.as('cleanup')
  let left = 0
  for (const id of orders.open) {
    try {
      const answer = await client.call('cancelOrder', {
        params: { order_id: id },
        json: { reason: 'end of a test run' },
      })
      if (answer.response.status >= 300) left += 1
    } catch (error) {
      if (!(error instanceof Unjudged)) throw error
      left += 1
    }
  }
  if (left > 0)
    session.emit({
      type: 'note',
      message: `${left} orders of this run could not be cancelled; they bear assay-${session.run}.`,
    })
}
