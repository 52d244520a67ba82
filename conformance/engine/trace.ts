// The trace of a run by which causes are found: findings, senders of requests, users of scenarios, owners of orders.
import type { ActDone } from '../../reports/company-acts.ts'
import type { RecordedDelivery, RecordedExchange, Unstamped } from '../../reports/run-record.ts'
import { createFoundList, type Found } from '../evidence/found.ts'
import type { ExchangeFacts, SightOf } from '../evidence/exchange-facts.ts'
import { factsWith } from '../sut/intermediary.ts'

type Sent = ExchangeFacts & { source: string }

export type Trace = {
  event(event: Unstamped): void
  readonly findings: readonly Found[]
  look: SightOf
  /** What was sent, and what the company did, in the order of the record. */
  readonly traffic: {
    exchanges: readonly RecordedExchange[]
    acts: readonly ActDone[]
    deliveries: readonly RecordedDelivery[]
  }
  /** Every exchange, with what is known of it. */
  answers(): Iterable<[id: string, facts: ExchangeFacts]>
  /** Who sent an exchange, or made the order that a delivery is about. */
  sourceOf(id: string): string | null
  /** Requests that a source sent on its own. */
  requestsOf(source: string): number
  /** Sources that sent this operation. */
  sendersOf(operation: string): string[]
  /** Scenarios that a source asked for, and who asked for a scenario. */
  scenariosOf(source: string): string[]
  askersOf(scenario: string): string[]
}

const orderIn = (text: string | undefined, field: string): string | null =>
  new RegExp(`"${field}"\\s*:\\s*"(ord_[^"]+)"`).exec(text ?? '')?.[1] ?? null

export const createTrace = (): Trace => {
  const found = createFoundList()
  const sent = new Map<string, Sent>()
  const makers = new Map<string, string>()
  const exchanges: RecordedExchange[] = []
  const acts: ActDone[] = []
  const received: RecordedDelivery[] = []
  const deliveries = new Map<string, string>()
  const asked: { scenario: string; by: string }[] = []

  const note = (exchange: RecordedExchange): void => {
    const { id, source, operation, response } = exchange
    exchanges.push(exchange)
    sent.set(id, { source, ...factsWith(exchange) })
    if (operation !== 'createOrder') return
    const order = orderIn(response?.body?.text, 'id')
    if (order !== null && !makers.has(order)) makers.set(order, source)
  }

  const noteDelivery = (delivery: RecordedDelivery): void => {
    const { id, body } = delivery
    received.push(delivery)
    const order = orderIn(body?.text, 'order_id')
    if (order !== null) deliveries.set(id, order)
  }

  return {
    findings: found.all,
    event(event) {
      found.add(event)
      if (event.type === 'exchange') note(event.exchange)
      else if (event.type === 'company-act' && event.refused === undefined)
        acts.push({ after: exchanges.length, ...event })
      else if (event.type === 'delivery') noteDelivery(event.delivery)
      else if (event.type === 'scenario-shared') asked.push({ scenario: event.scenario, by: event.by })
    },
    traffic: { exchanges, acts, deliveries: received },
    look: (id) => sent.get(id) ?? null,
    answers: () => sent.entries(),
    sourceOf: (id) => sent.get(id)?.source ?? makers.get(deliveries.get(id) ?? '') ?? null,
    requestsOf: (source) => [...sent.values()].filter((one) => one.source === source).length,
    sendersOf: (operation) => [
      ...new Set([...sent.values()].filter((one) => one.operation === operation).map(({ source }) => source)),
    ],
    scenariosOf: (source) => asked.filter(({ by }) => by === source).map(({ scenario }) => scenario),
    askersOf: (scenario) => asked.filter((one) => one.scenario === scenario).map(({ by }) => by),
  }
}
