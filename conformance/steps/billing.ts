// Whether the account of main may order at all: one that pays per order by card is refused every order, as the contract has it.
import type { Scenario, StepContext } from '../kit/context.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { type GivenReason, notTested } from '../evidence/inconclusive.ts'
import { pickProduct } from './catalog.ts'
import { orderBody } from './order-body.ts'
import { create } from './place-order.ts'
import { succeeded } from './read.ts'

const isRefused = ({ operation, role, response }: Answered): boolean =>
  operation === 'createOrder' &&
  role === 'main' &&
  response.status === 403 &&
  (jsonOf(response.body) as { code?: unknown } | null)?.code === 'account_not_billable'

/** One plain order after a refusal: it distinguishes an account that may not order from an order that is refused. */
const plainOrder: Scenario<Answered> = {
  id: 'plain-order',
  run: async (context) => create(context, orderBody(context, await pickProduct(context))),
}

type BillingOptions = {
  shared: StepContext['shared']
  /** Whether this target took an order of main before: then no refusal is for the account. */
  hasOrdered: () => boolean
  /** The account may place no order, for this reason. */
  found: (reason: GivenReason) => void
}

/** The client for any source but `plain-order`: a create that is refused for the account is not judged. */
export const besideBilling = (client: StepContext['client'], options: BillingOptions): StepContext['client'] => ({
  async call(operation, given) {
    const answer = await client.call(operation, given)
    if (!isRefused(answer) || options.hasOrdered()) return answer
    const plain = await options.shared(plainOrder)
    if (succeeded(plain) || !isRefused(plain)) return answer
    options.found('account-not-billable')
    throw notTested('account-not-billable')
  },
  fetch: client.fetch,
  get inFlight() {
    return client.inFlight
  },
})

export const isBillingSource = (source: string): boolean => source === `scenario.${plainOrder.id}`
