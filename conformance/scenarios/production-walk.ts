// Reads in production with the main lender's production credential, so that nothing is billed; an order is
// placed in it by a control port alone, which no real deployment has.
import type { Scenario, StepContext } from '../kit/context.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { entriesAt, fieldAt } from '../steps/read.ts'
import { unknownLike } from '../steps/unknown-id.ts'
import type { Answered } from '../evidence/exchange.ts'
import { form } from '../sut/tokens.ts'
import { Inconclusive, notTested, reason } from '../evidence/inconclusive.ts'
import { grant } from './main-tokens.ts'
import { grandWalk } from './grand-walk.ts'

type ProductionWalk = {
  token: Answered
  account: Answered
  /** Reads by operationId. */
  reads: Record<'listOrderTypes' | 'listOrders' | 'listEvents', Answered>
  /** A read of an order that production does not have. */
  unknown: Answered | null
  /** A read of an order of the sandbox, and what the list holds under its reference. */
  sandboxOrder: { read: Answered; listed: Answered } | null
  /** An order of production, with its reference, where one could be found or placed. */
  order: { id: string; reference: string | null } | null
  /** The token that was granted. */
  granted: string | null
}

const placedThere = async (context: StepContext, account: Answered): Promise<ProductionWalk['order']> => {
  const order = orderBody(context, await pickProduct(context))
  const lender_id = fieldAt(account, '/lender/id')
  const sent = { lender_id, environment: 'production', order }
  const placed = (await context.control!.ask('POST', '/orders', sent)) as { order?: { id?: unknown } }
  return typeof placed.order?.id === 'string' ? { id: placed.order.id, reference: order.lender_reference } : null
}

/** What the markers of one run begin with. */
const runOf = (marker: string): string => marker.slice(0, -5)

/** The newest order of production, or one placed over the control port. */
const orderThere = async (
  context: StepContext,
  account: Answered,
  { list, ours }: { list: Answered; ours: string },
): Promise<ProductionWalk['order']> => {
  const [newest] = entriesAt(list, '/data')
  const reference = newest?.['lender_reference']
  // An order of this run was placed in the sandbox, wherever it is listed.
  const isOurs = typeof reference === 'string' && reference.startsWith(ours)
  if (typeof newest?.['id'] === 'string' && !isOurs)
    return { id: newest['id'], reference: typeof reference === 'string' ? reference : null }
  if (!context.control || context.environment === 'production') return null
  try {
    return await placedThere(context, account)
  } catch (error) {
    if (error instanceof Inconclusive) return null
    throw error
  }
}

export const productionWalk: Scenario<ProductionWalk> = {
  id: 'production-walk',
  async run(context) {
    const { client, profile, secretOf, shared, environment: home } = context
    if (profile.production_base_url === undefined) throw notTested(reason('no-base-url', { environment: 'production' }))
    const environment = 'production' as const
    const { client_id, client_secret } = secretOf('production')
    const fields = form({ ...grant, client_id, client_secret })
    const token = await client.call('requestToken', { token: null, environment, ...fields })
    const given = fieldAt(token, '/access_token')
    const options = { token: typeof given === 'string' ? given : '', environment }
    const page = { ...options, query: { per_page: 1 } }
    const walk = home === 'sandbox' ? await shared(grandWalk) : null
    const account = await client.call('getAccount', options)
    const listOrders = await client.call('listOrders', page)
    const readThere = (order_id: string) => client.call('getOrder', { ...options, params: { order_id } })
    return {
      token,
      account,
      reads: {
        listOrderTypes: await client.call('listOrderTypes', page),
        listOrders,
        listEvents: await client.call('listEvents', page),
      },
      unknown: walk && (await readThere(unknownLike(walk.orders.fresh))),
      sandboxOrder: walk && {
        read: await readThere(walk.orders.fresh),
        listed: await client.call('listOrders', { ...options, query: { lender_reference: walk.mark } }),
      },
      order: await orderThere(context, account, { list: listOrders, ours: runOf(context.marker()) }),
      granted: typeof given === 'string' ? given : null,
    }
  },
}
