// A look round production with the main lender's production credential: reads only, so that nothing is placed or billed.
import type { Scenario } from '../kit/context.ts'
import { fieldAt } from '../steps/read.ts'
import { unknownLike } from '../steps/unknown-id.ts'
import type { Answered } from '../evidence/exchange.ts'
import { form } from '../sut/tokens.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import { grant } from './main-tokens.ts'
import { grandWalk } from './grand-walk.ts'

export type ProductionWalk = {
  token: Answered
  account: Answered
  /** Reads by operationId. */
  reads: Record<'listOrderTypes' | 'listOrders' | 'listEvents', Answered>
  /** A read of an order that production does not have. */
  unknown: Answered | null
  /** The token that was granted. */
  granted: string | null
}

export const productionWalk: Scenario<ProductionWalk> = {
  id: 'production-tour',
  async run({ client, profile, secretOf, shared, environment: home }) {
    if (profile.production_base_url === undefined) throw notTested(reason('no-base-url', { environment: 'production' }))
    const environment = 'production' as const
    const { client_id, client_secret } = secretOf('production')
    const fields = form({ ...grant, client_id, client_secret })
    const token = await client.call('requestToken', { token: null, environment, ...fields })
    const given = fieldAt(token, '/access_token')
    const options = { token: typeof given === 'string' ? given : '', environment }
    const page = { ...options, query: { per_page: 1 } }
    const order = home === 'sandbox' ? (await shared(grandWalk)).orders.fresh : null
    return {
      token,
      account: await client.call('getAccount', options),
      reads: {
        listOrderTypes: await client.call('listOrderTypes', page),
        listOrders: await client.call('listOrders', page),
        listEvents: await client.call('listEvents', page),
      },
      unknown:
        order === null ? null : await client.call('getOrder', { ...options, params: { order_id: unknownLike(order) } }),
      granted: typeof given === 'string' ? given : null,
    }
  },
}
