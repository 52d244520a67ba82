// A finding about a delivery that must not come, as one about what a script's own receiver does not hear: of another account, or of what is off or not subscribed to.
import { bodyOf } from './attempts-of-run.ts'
import { hearing, hearsAll, isRealOrder, isSetting, type HeardFinding } from './hearing.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'

const rules: { [rule: string]: string } = {
  'delivery.events-of-another-account-are-not-delivered': 'of another account',
  'delivery.unsubscribed-event-is-not-delivered': 'that is not subscribed to',
  'webhooks.disabling-stops-delivery': 'while delivery is switched off',
}

/** What was set when a delivery came, and what says all of it. */
const settingsAt = ({ received_at: at }: RecordedDelivery, exchanges: readonly RecordedExchange[]): string[] => {
  const before = exchanges.filter((one) => isSetting(one) && one.started_at < at)
  return [before.findLast(hearsAll), before.at(-1)].flatMap((one) => one?.id ?? [])
}

export const byUnwanted = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
): HeardFinding | null => {
  const { rule, received, requests, check } = finding
  const words = rules[rule]
  if (words === undefined || !Array.isArray(received)) return null
  const isOfAccount = rule === 'delivery.events-of-another-account-are-not-delivered'
  const delivery = deliveries.find(
    (one) => requests.includes(one.id) && (!isOfAccount || received.includes(bodyOf(one).type)),
  )
  const { type, data } = delivery ? bodyOf(delivery) : {}
  const order = data?.order_id
  if (!delivery || !isRealOrder(order) || typeof type !== 'string') return null
  const read = hearing(`${requests[0]} heard`, check, `${order}/${type}`, [])
  return {
    finding: { ...finding, expected: `no ${type} ${words}`, received: [], requests: [read.id] },
    read,
    ...(!isOfAccount && { settings: settingsAt(delivery, exchanges) }),
    asked: { at: `list:/data/type=${type}/type`, form: 'less often', values: [type, '1'] },
  }
}
