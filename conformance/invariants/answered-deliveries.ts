// A record of the feed that shows a 2xx as the last answer, and has failed all the same: unless we took longer than a receiver may.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { isObject } from '../contract/is-object.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { not } from '../evidence/expected.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'delivery.any-2xx-is-success'

/** By event, the deliveries that we answered at once with a 2xx, and those that we answered otherwise. */
type Known = { taken: Map<string, string>; others: Set<string> }

const nothingKnown = (): Known => ({ taken: new Map(), others: new Set() })

const failed = new Set(['failed', 'dead_lettered'])

const isSuccess = (status: unknown): boolean => typeof status === 'number' && status >= 200 && status <= 299

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] => {
  const { taken, others } = memory.of(nothingKnown)
  const { id } = envelopeOf(delivery)
  if (typeof id !== 'string') return []
  if (/^2\d\d$/.test(delivery.answer)) taken.set(id, delivery.id)
  else others.add(id)
  return []
}

const judge = ({ taken, others }: Known, record: unknown, index: number): Assertion[] => {
  if (!isObject(record) || !isObject(record['delivery'])) return []
  const { status, last_response_status: answered } = record['delivery']
  const source = taken.get(String(record['id']))
  if (source === undefined || others.has(String(record['id'])) || !isSuccess(answered)) return []
  const pointer = `/data/${index}/delivery/status`
  return assertion(rule, !failed.has(String(status)), not('failed'), status, pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source] },
  )
}

const ofExchange = ({ operation, response }: Answered, memory: Memory): Assertion[] => {
  const body = operation === 'listEvents' && response.status < 300 ? jsonOf(response.body) : undefined
  if (!isObject(body) || !Array.isArray(body['data'])) return []
  return (body['data'] as unknown[]).flatMap((record, index) => judge(memory.of(nothingKnown), record, index))
}

export const recordsOfAnswered: ExchangeInvariant = {
  id: 'invariant.records-of-answered',
  rules: [rule],
  assert: ofExchange,
}
export const answeredDeliveries: DeliveryInvariant = {
  id: 'invariant.answered-deliveries',
  rules: [rule],
  assert: ofDelivery,
}
