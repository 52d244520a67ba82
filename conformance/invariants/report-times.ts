// A revised report comes after another status than that of the first, so that its status was taken at another instant.
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { apartMs, isFine } from '../contract/same-instant.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { not } from '../evidence/expected.ts'
import type { DeliveryInvariant, ExchangeInvariant, Memory } from './invariant.ts'
import { listedEvents, ofTheLender } from './listed-events.ts'

const rule = 'events.completed-status-is-of-that-moment'

/** When an event of a report was raised, and when the order took its status by that. */
type Report = { raised: number; taken: unknown; source: string; pointer: string }

/** By order, the first report and those that revise it, whichever event is seen first. */
type Known = Map<string, { first?: Report; revised: Report[] }>

const nothingKnown = (): Known => new Map()

const ofFirst = 'report_complete'
const ofRevised = 'revised_report_complete'

/** Times that are cut to the second may be the same. */
const compare = (first: Report, { raised, taken, source, pointer }: Report): Assertion[] =>
  isFine(taken) && raised - first.raised > apartMs
    ? assertion(rule, taken !== first.taken, not(first.taken), taken, pointer).map((one) =>
        one.passed ? one : { ...one, requests: [source, first.source] },
      )
    : []

const judge = (known: Known, event: unknown, source: string, at: string): Assertion[] => {
  if (!isObject(event) || event['type'] !== 'order.completed' || !isObject(event['data'])) return []
  const { order_id: order, status } = event['data']
  if (typeof order !== 'string' || !isObject(status)) return []
  const entry = known.get(order) ?? { revised: [] }
  known.set(order, entry)
  const pointer = `${at}/data/status/changed_at`
  const report = { raised: instantIn(event['created_at']), taken: status['changed_at'], source, pointer }
  if (status['code'] === ofFirst && !entry.first) {
    entry.first = report
    return entry.revised.flatMap((one) => compare(report, one))
  }
  if (status['code'] !== ofRevised) return []
  if (entry.first) return compare(entry.first, report)
  entry.revised.push(report)
  return []
}

const ofExchange = (exchange: Answered, memory: Memory): Assertion[] => {
  if (!ofTheLender.has(exchange.role)) return []
  const known = memory.of(nothingKnown)
  return listedEvents(exchange).flatMap(({ event, pointer }) => judge(known, event, exchange.id, pointer))
}

const ofDelivery = (delivery: Delivery, memory: Memory): Assertion[] =>
  envelopeOf(delivery).test === true ? [] : judge(memory.of(nothingKnown), delivery.json, delivery.id, '')

export const reportTimesRead: ExchangeInvariant = { id: 'invariant.report-times', rules: [rule], assert: ofExchange }
export const reportTimesDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-report-times',
  rules: [rule],
  assert: ofDelivery,
}
