// Notices another run of assay on the account of this one, by the orders that it places meanwhile, or by its receiver as the webhook: neither run
// could be judged, as each would see what the other does.
import { instantIn } from '../contract/instant.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import { jsonOf } from '../evidence/exchange.ts'
import { entriesIn, fieldsIn } from '../evidence/parts.ts'
import { runAt, runIn } from '../evidence/run-marks.ts'
import type { Listener } from './listeners.ts'

/** Another run of assay is at work on the same account. */
export const anotherRun = 'another_run'
export const anotherRunMessage = (trace: string): string =>
  `Another run of assay uses the same lender account: ${trace}. Each would be blamed for what the other does; ` +
  'run them one after another, or give each a lender account of its own.'

type Fields = Record<string, unknown>

/** The target counts in whole seconds, and one clock has stamped both orders. */
const leastMs = 1_000

/** Orders in an answer; those of an event are stamped with its own time. */
const ordersIn = (operation: string | null, body: Fields): { reference: unknown; at: number }[] => {
  if (operation === 'listEvents')
    return entriesIn(body['data']).map((event) => ({
      reference: event['type'] === 'order.created' ? fieldsIn(event['data'])['lender_reference'] : null,
      at: instantIn(event['created_at']),
    }))
  const orders = operation === 'listOrders' ? entriesIn(body['data']) : operation === 'createOrder' ? [body] : []
  return orders.map((order) => ({
    reference: order['lender_reference'],
    at: instantIn(fieldsIn(order['dates'])['created_at']),
  }))
}

/** @param found called once, with what shows the other run */
export const watchForOtherRuns = (own: string, environment: string, found: (trace: string) => void): Listener => {
  let ownFirst = Number.NaN
  let isWebhookOurs = false
  let over = false

  const tell = (trace: string): void => {
    if (over) return
    over = true
    found(trace)
  }
  const look = (reference: unknown, at: number): void => {
    const run = runIn(reference)
    if (run === null || Number.isNaN(at)) return
    if (run === own) ownFirst = Number.isNaN(ownFirst) ? at : Math.min(ownFirst, at)
    else if (at > ownFirst + leastMs) tell(`an order of the run ${run}, placed since this run began`)
  }
  return {
    exchange(exchange) {
      const { operation, response } = exchange
      if (response === null || response.status >= 300 || exchange.environment !== environment) return
      const body = fieldsIn(jsonOf(response.body))
      if (exchange.role === 'main' && (operation === 'getWebhook' || operation === 'setWebhook')) {
        const run = runAt(body['url'])
        if (run === own) isWebhookOurs = true
        // What an earlier run left, at this credential or at another, is no sign of one at work.
        else if (run !== null && isWebhookOurs && exchange.source !== 'subscription')
          tell(`the receiver of the run ${run} as the webhook`)
      }
      for (const { reference, at } of ordersIn(operation, body)) look(reference, at)
    },
    delivery(delivery) {
      const { type, created_at: at, data } = envelopeOf(delivery)
      if (type === 'order.created') look(fieldsIn(data)['lender_reference'], instantIn(at))
    },
  }
}
