// Tells from the exchanges and deliveries of a run which readings a target takes, without a request of its own.
import type { Delivery } from '../evidence/delivery.ts'
import { isAnswered, type Exchange } from '../evidence/exchange.ts'
import { actionObservers } from './actions.ts'
import { amendmentObservers } from './amendments.ts'
import { bodyObservers } from './bodies.ts'
import { changeObservers } from './changes.ts'
import { creationObservers } from './creations.ts'
import { deliveryObservers } from './deliveries.ts'
import { documentObservers } from './documents.ts'
import { errorObservers } from './errors.ts'
import { causeObservers } from './event-causes.ts'
import { eventObservers } from './events.ts'
import { feedObservers } from './feed.ts'
import { lifecycleObservers } from './lifecycle.ts'
import { limitObservers } from './limits.ts'
import { listObservers } from './lists.ts'
import type { DeliveryObserver, ExchangeObserver, Observer } from './observer.ts'
import { orderChangeObservers } from './order-changes.ts'
import { orderObservers } from './orders.ts'
import { replayObservers } from './replays.ts'
import { revisionObservers } from './revisions.ts'
import { sandboxObservers } from './sandbox.ts'
import { sendingObservers } from './sending.ts'
import { versionObservers } from './versions.ts'
import { webhookObservers } from './webhooks.ts'
import { wireObservers } from './wire.ts'

export const observers: readonly Observer[] = [
  ...wireObservers,
  ...bodyObservers,
  ...documentObservers,
  ...limitObservers,
  ...versionObservers,
  ...orderObservers,
  ...errorObservers,
  ...actionObservers,
  ...amendmentObservers,
  ...creationObservers,
  ...listObservers,
  ...orderChangeObservers,
  ...revisionObservers,
  ...changeObservers,
  ...deliveryObservers,
  ...causeObservers,
  ...eventObservers,
  ...feedObservers,
  ...lifecycleObservers,
  ...replayObservers,
  ...sandboxObservers,
  ...sendingObservers,
  ...webhookObservers,
]

export type Observed = { freedom: string; reading: string; requests: [string] }

export type ReadingsWatch = {
  exchange(exchange: Exchange): Observed[]
  delivery(delivery: Delivery): Observed[]
}

type Watching = { freedom: string } & Partial<ExchangeObserver & DeliveryObserver>

/** Each reading is shown once. What other companies do is theirs: only the main lender's exchanges and open ones count. */
export const createReadingsWatch = (): ReadingsWatch => {
  const watching = observers.map((observer): Watching =>
    'start' in observer ? { freedom: observer.freedom, ...observer.start() } : observer,
  )
  const seen = new Set<string>()
  const shown = (id: string, look: (one: Watching) => string | null | undefined): Observed[] =>
    watching.flatMap((one) => {
      const reading = look(one)
      if (reading === null || reading === undefined) return []
      const name = `${one.freedom}=${reading}`
      if (seen.has(name)) return []
      seen.add(name)
      return [{ freedom: one.freedom, reading, requests: [id] as [string] }]
    })
  return {
    exchange(exchange) {
      const isMain = exchange.role === null || exchange.role === 'main' || exchange.role === 'main_second'
      return isMain && isAnswered(exchange) ? shown(exchange.id, ({ reading }) => reading?.(exchange)) : []
    },
    delivery: (delivery) => shown(delivery.id, ({ delivered }) => delivered?.(delivery)),
  }
}
