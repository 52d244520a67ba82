// Readings of what a status allows, and of what is remembered and shown of it.
import { lifecycle } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'
import { lazily } from '../contract/lazily.ts'
import { statusesBefore } from '../contract/stages.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, orderIdOf, requestAt, responseAt } from './answers.ts'
import { firstOf, type ExchangeObserver, type StatefulObserver } from './observer.ts'
import { changesIn, codeIn, eventsIn, isStatusChange, type Change, type RaisedEvent } from './raised-events.ts'

type Action = 'holdOrder' | 'cancelOrder'

const reached: Record<Action, string> = { holdOrder: 'on_hold', cancelOrder: 'cancelled' }

const previousShown = (exchange: Answered): unknown => responseAt(exchange, '/previous_status/code')

const isRefusedIn = (exchange: Answered, statuses: readonly string[]): boolean =>
  exchange.response.status === 409 && statuses.includes(String(responseAt(exchange, '/current_status')))

const changedFrom = (event: RaisedEvent, action: Action, statuses: readonly string[]): boolean =>
  isStatusChange(event) &&
  codeIn(event, 'status') === reached[action] &&
  statuses.includes(codeIn(event, 'previous_status') ?? '')

/** Whether an action is taken in some statuses: by its own answer, or by the event that shows both statuses. */
const isAccepted = (exchange: Answered, action: Action, statuses: readonly string[]): boolean =>
  operation(exchange, action)
    ? isSuccess(exchange) && statuses.includes(String(previousShown(exchange)))
    : eventsIn(exchange).some((event) => changedFrom(event, action, statuses))

const allows = (freedom: string, action: Action, ...statuses: string[]): ExchangeObserver => ({
  freedom,
  reading: (exchange) => {
    if (!operation(exchange, action, 'listEvents')) return null
    if (isAccepted(exchange, action, statuses)) return 'accepted'
    return operation(exchange, action) && isRefusedIn(exchange, statuses) ? 'refused-409' : null
  },
})

const cancelInReconsideration: StatefulObserver = {
  freedom: 'lifecycle.cancel-in-reconsideration',
  start() {
    const unreported = new Set<string>()
    const statuses = ['reconsideration_requested']
    return {
      reading(exchange) {
        if (!operation(exchange, 'cancelOrder', 'advanceOrder', 'listEvents')) return null
        const id = orderIdOf(exchange) ?? ''
        if (isAccepted(exchange, 'cancelOrder', statuses)) return 'accepted'
        if (operation(exchange, 'cancelOrder') && isRefusedIn(exchange, statuses))
          return unreported.has(id) ? 'refused-409' : null
        // Only an order without a report is cancelled.
        if (operation(exchange, 'cancelOrder') && isSuccess(exchange)) unreported.add(id)
        if (
          operation(exchange, 'advanceOrder') &&
          String(requestAt(exchange, '/to_status')).endsWith('report_complete')
        )
          unreported.delete(id)
        return null
      },
    }
  },
}

const transitional = ['off_hold', 'reactivated']

const remembered: StatefulObserver = {
  freedom: 'lifecycle.remembered-while-transitional',
  start() {
    const shown = new Map<string, string>()
    return {
      reading(exchange) {
        if (operation(exchange, 'holdOrder', 'cancelOrder') && isSuccess(exchange)) {
          const previous = previousShown(exchange)
          if (typeof previous !== 'string') return null
          if (transitional.includes(previous)) return 'transitional-status'
          shown.set(`${orderIdOf(exchange)} ${changedAtShown(exchange)}`, previous)
        }
        const isKept = eventsIn(exchange).some(
          (event) =>
            (changedFrom(event, 'holdOrder', transitional) || changedFrom(event, 'cancelOrder', transitional)) &&
            shown.has(`${event.orderId} ${changedAtIn(event)}`),
        )
        return isKept ? 'working-status' : null
      },
    }
  },
}

const changedAtShown = (exchange: Answered): unknown => responseAt(exchange, '/status/changed_at')
const changedAtIn = ({ data }: RaisedEvent): unknown =>
  isObject(data['status']) ? data['status']['changed_at'] : undefined

const statusIn = (event: RaisedEvent): string | undefined =>
  isStatusChange(event) ? codeIn(event, 'status') : undefined

const requestedStatus = ({ data }: RaisedEvent): string => {
  const request = data['revision_request']
  const isReconsidered = isObject(request) && request['kind'] === 'reconsideration_of_value'
  return isReconsidered ? 'reconsideration_requested' : 'revision_requested'
}

/** A second request of one kind repeats the status of the first. */
const repeated = ({ own, ofOrder, beside, before }: Change): string | null => {
  const code = requestedStatus(own)
  const isSecond = own.type === 'order.revision_requested' && before?.type === own.type
  if (!isSecond || requestedStatus(before) !== code || own.createdAt <= before.createdAt) return null
  const again = beside.findLast((event) => statusIn(event) === code && codeIn(event, 'previous_status') === code)
  const first = ofOrder.slice(0, again && ofOrder.indexOf(again)).findLast((event) => statusIn(event) === code)
  if (!again || !first || Date.parse(own.createdAt) - Date.parse(first.createdAt) < 1_000) return null
  return changedAtIn(again) === changedAtIn(first) ? 'stays' : 'moves'
}

const enoughLabels = 8

/** One other label is the company's; the catalog's own are shown once many were seen. */
const labels: StatefulObserver = {
  freedom: 'lifecycle.labels',
  start() {
    const known = new Map(lifecycle().statuses.map(({ code, label }) => [code, label]))
    const same = new Set<string>()
    const look = (status: unknown): string | null => {
      if (!isObject(status)) return null
      const [code, label] = [String(status['code']), status['label']]
      if (!known.has(code) || typeof label !== 'string' || same.has(code)) return null
      if (label !== known.get(code)) return same.size < enoughLabels ? 'company-wording' : null
      same.add(code)
      return same.size === enoughLabels ? 'catalog-wording' : null
    }
    return {
      reading(exchange) {
        if (!isSuccess(exchange)) return null
        if (operation(exchange, 'getOrder', 'createOrder', 'advanceOrder', 'holdOrder'))
          return look(responseAt(exchange, '/status'))
        const listedOnes = operation(exchange, 'listOrders') ? itemsAt(exchange, '/data') : []
        return firstOf(listedOnes, ({ status }) => look(status))
      },
    }
  },
}

const laterThanAssigned = lazily(() => statusesBefore('report_complete', 'appraiser_accepted'))

const goesBack = (event: RaisedEvent): boolean =>
  statusIn(event) === 'appraiser_assigned' && laterThanAssigned().includes(codeIn(event, 'previous_status') ?? '')

export const observers: readonly (ExchangeObserver | StatefulObserver)[] = [
  allows('lifecycle.hold-in-reconsideration', 'holdOrder', 'reconsideration_requested'),
  cancelInReconsideration,
  remembered,
  labels,
  {
    freedom: 'lifecycle.company-path',
    reading: (exchange) => (eventsIn(exchange).some(goesBack) ? 'any-way' : null),
  },
  {
    freedom: 'lifecycle.repeated-status-changed-at',
    reading: (exchange) => firstOf(changesIn(exchange), repeated),
  },
]
