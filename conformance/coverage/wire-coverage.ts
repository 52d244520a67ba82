// What of the contract really occurred: read off the exchanges and deliveries of a run, never off what a check claims.
import type { RecordedCoverage } from '../../reports/run-record.ts'
import { lazily } from '../contract/lazily.ts'
import { enumerations, errorTable, lifecycle, operations } from '../contract/contract.ts'
import { at, listAt, textAt } from '../model/body.ts'
import { buildGraph, type Graph } from '../model/graph.ts'
import { createMachine, type Machine } from '../model/machine.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { isUnserved } from '../evidence/failure.ts'
import { isAnswered, jsonOf, type Answered, type Exchange } from '../evidence/exchange.ts'
import { createOrderTrails } from './order-trails.ts'
import { count, shareOf, type Tally } from './tally.ts'

export type WireCoverage = {
  exchange(exchange: Exchange): void
  delivery(delivery: Delivery): void
  /** A request to the control port, which may have moved orders. */
  companyActed(path: string): void
  report(): RecordedCoverage
}

const tally = (): Tally => new Map()

const orderStatuses = (operation: string, body: unknown): (string | null)[] => {
  if (operation === 'listEvents')
    return listAt(body, 'data').flatMap((record) => [
      textAt(record, 'data', 'status', 'code'),
      textAt(record, 'data', 'previous_status', 'code'),
    ])
  if (operation === 'listOrders') return listAt(body, 'data').map((item) => textAt(item, 'status', 'code'))
  return [textAt(body, 'status', 'code'), textAt(body, 'previous_status', 'code'), textAt(body, 'current_status')]
}

/** Every answer that the OpenAPI document declares, as `operation status`; the classes stand for statuses left open. */
const declared = (): string[] =>
  [...operations().values()].flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )

/** `getOrder 200`, or `holdOrder 2XX` where only the class is declared. */
const answerName = (operation: string, status: number): string => {
  const own = operations().get(operation)?.responses ?? {}
  const group = `${Math.floor(status / 100)}XX`
  return `${operation} ${!(status in own) && group in own ? group : status}`
}

let machine: Machine | undefined

/** The same in every run, so that it is laid out once in a process: before it is known what is there, it is not needed. */
const graphOfContract = (): Graph => buildGraph((machine ??= createMachine(lifecycle())))

export const createWireCoverage = (): WireCoverage => {
  const graph = lazily(graphOfContract)
  const trails = lazily(() => createOrderTrails(graph()))
  const byOperation = new Map<string, Tally>()
  const [answers, statuses, codes, delivered, specimens] = [tally(), tally(), tally(), tally(), tally()]
  const feed = new Map<string, string>()
  const codeNames = enumerations()['order_status'] ?? []

  const answered = (operation: string, exchange: Answered): void => {
    const { status, body: bytes } = exchange.response
    const body = jsonOf(bytes)
    count(answers, answerName(operation, status))
    for (const code of orderStatuses(operation, body))
      if (code !== null && (codeNames.length === 0 || codeNames.includes(code))) count(statuses, code)
    if (status >= 400) {
      const code = textAt(body, operation === 'requestToken' ? 'error' : 'code')
      if (code !== null) count(codes, operation === 'requestToken' ? `token: ${code}` : code)
    }
    if (operation === 'listEvents' && status < 300)
      for (const record of listAt(body, 'data')) feed.set(String(at(record, 'id')), String(at(record, 'type')))
    trails().saw(exchange)
  }

  /** An answer that is not due to an unknown path. */
  const isServed = (seen: Tally): boolean => [...seen.keys()].some((status) => !isUnserved(Number(status)))

  const operationRows = (): RecordedCoverage['operations'] => {
    const requests = new Map([...byOperation].map(([id, seen]) => [id, [...seen.values()].reduce((a, b) => a + b, 0)]))
    const rows = [...byOperation].map(([id, seen]) => [id, Object.fromEntries(seen)] as const)
    const names = [...operations().keys()]
    const served = new Map([...requests].filter(([id]) => isServed(byOperation.get(id)!)))
    const { seen } = shareOf(requests, names)
    return { ...shareOf(served, names), seen, statuses: Object.fromEntries(rows.toSorted()) }
  }

  return {
    exchange(exchange) {
      const { operation, response } = exchange
      if (operation === null) return
      const seen = byOperation.get(operation) ?? tally()
      byOperation.set(operation, seen)
      count(seen, response ? String(response.status) : 'no answer')
      if (isAnswered(exchange)) answered(operation, exchange)
    },
    delivery(delivery) {
      const { type, test, data } = envelopeOf(delivery)
      if (typeof type !== 'string') return
      count(test === true ? specimens : delivered, type)
      const code = test === true ? null : textAt(data, 'status', 'code')
      if (code !== null) count(statuses, code)
    },
    companyActed: (path) => trails().companyActed(path),
    report() {
      const types = enumerations()['event_type'] ?? []
      const { codes: rows, token_errors } = errorTable()
      const inFeed = tally()
      for (const type of feed.values()) count(inFeed, type)
      const known = [...rows.map(({ code }) => code), ...token_errors.map((code) => `token: ${code}`)]
      return {
        operations: operationRows(),
        answers: shareOf(answers, declared()),
        statuses: shareOf(
          statuses,
          lifecycle().statuses.map(({ code }) => code),
        ),
        transitions: shareOf(
          trails().coverage.transitions,
          graph().transitions.map(({ id }) => id),
        ),
        pairs: shareOf(trails().coverage.pairs, graph().pairs),
        illegal_cells: shareOf(trails().coverage.cells, graph().cells),
        events_in_feed: shareOf(inFeed, types),
        events_delivered: shareOf(delivered, types),
        specimens: shareOf(specimens, types),
        error_codes: shareOf(codes, known),
      }
    },
  }
}
