// Cancels what the run left open, where the contract and the company allow it.
import { shortly, times } from '../../reports/texts.ts'
import { jsonOf } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { Orders } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'

type Client = ReturnType<Session['http']['as']>

/** As many are named. */
const mostNamed = 3

/** Why an order stays open; null where it is cancelled now. A held order has to be resumed first. */
const whyOpen = async (client: Client, { id, role }: Orders['open'][number]): Promise<string | null> => {
  const call = async (operation: 'cancelOrder' | 'resumeOrder') => {
    const { response } = await client.call(operation, {
      params: { order_id: id },
      role,
      json: { reason: 'end of a test run' },
    })
    if (response.status < 300) return { why: null, status: null }
    const { code, current_status: status } = (jsonOf(response.body) ?? {}) as Record<string, unknown>
    const words = [response.status, code, typeof status === 'string' ? `while ${status}` : undefined]
    const said = words.filter((word) => ['string', 'number'].includes(typeof word)).join(' ')
    return { why: `${operation} → ${said}`, status }
  }
  const first = await call('cancelOrder')
  if (first.status !== 'on_hold') return first.why
  const { why } = await call('resumeOrder')
  return why ?? (await call('cancelOrder')).why
}

export const cancelOpenOrders = async (session: Session, orders: Orders): Promise<void> => {
  const client = session.http.as('cleanup')
  const left: string[] = []
  for (const order of orders.open) {
    try {
      const why = await whyOpen(client, order)
      if (why !== null) left.push(`${order.id} (${shortly(why)})`)
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      left.push(`${order.id} (${shortly(error.message)})`)
    }
  }
  if (left.length === 0) return
  const more = left.length - mostNamed
  const named = `${left.slice(0, mostNamed).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
  session.emit({
    type: 'note',
    message: `${times(left.length, 'order')} of this run could not be cancelled: ${named}. The lender_reference of each begins with assay-${session.run}.`,
  })
}
