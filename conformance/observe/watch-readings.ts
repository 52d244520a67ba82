// Detects from the exchanges and deliveries of a run which readings a target takes, without further requests.
import type { Delivery } from '../evidence/delivery.ts'
import { isAnswered, type Answered, type Exchange } from '../evidence/exchange.ts'
import { observers as actions } from './actions.ts'
import { observers as amend } from './amend.ts'
import { orderIdOf } from './answers.ts'
import { observers as auth } from './auth.ts'
import { observers as catalog } from './catalog.ts'
import { observers as conventions } from './conventions.ts'
import { observers as create } from './create.ts'
import { observers as delivery } from './delivery.ts'
import { observers as documents } from './documents.ts'
import { observers as downloads } from './downloads.ts'
import { observers as errors } from './errors.ts'
import { observers as events } from './events/index.ts'
import { observers as feed } from './feed.ts'
import { observers as idempotency } from './idempotency.ts'
import { observers as lifecycle } from './lifecycle.ts'
import { observers as limits } from './limits.ts'
import { observers as list } from './list.ts'
import { observers as messages } from './messages.ts'
import type { Observer, Started } from './observer.ts'
import { observers as order } from './order.ts'
import { observers as revisions } from './revisions.ts'
import { observers as sandbox } from './sandbox.ts'
import { observers as transport } from './transport.ts'
import { observers as versioning } from './versioning.ts'
import { observers as webhooks } from './webhooks.ts'

/** The observers of each area of freedoms. */
export const observersByArea: Readonly<Record<string, readonly Observer[]>> = {
  actions,
  amend,
  auth,
  catalog,
  conventions,
  create,
  delivery,
  documents,
  downloads,
  errors,
  events,
  feed,
  idempotency,
  lifecycle,
  limits,
  list,
  messages,
  order,
  revisions,
  sandbox,
  transport,
  versioning,
  webhooks,
}

export const observers: readonly Observer[] = Object.values(observersByArea).flat()

export type Observed = { freedom: string; reading: string; requests: string[] }

type ReadingsWatch = {
  /** The company was asked for something over the control port, at this path. */
  companyActed(path: string): void
  exchange(exchange: Exchange): Observed[]
  delivery(delivery: Delivery): Observed[]
  /** The target asked by a POST whether the webhook's address answers. */
  probe(): Observed[]
}

type Look<Of> = { freedom: string; look: (of: Of, isDirected: boolean) => string | null }

/** Each reading is shown once. What other companies do is theirs: only the main lender's exchanges and open ones count. */
export const createReadingsWatch = (): ReadingsWatch => {
  const atExchange: Look<Answered>[] = []
  const atDelivery: Look<Delivery>[] = []
  const atProbe: Look<null>[] = []
  for (const observer of observers) {
    const { freedom } = observer
    const { reading, delivered, probed }: Started = 'start' in observer ? observer.start() : observer
    if (reading) atExchange.push({ freedom, look: reading })
    if (delivered) atDelivery.push({ freedom, look: delivered })
    if (probed) atProbe.push({ freedom, look: probed })
  }
  const seen = new Set<string>()
  const directed = new Set<string>()
  const shown = <Of extends { id: string } | null>(
    of: Of,
    looks: readonly Look<Of>[],
    isDirected = false,
  ): Observed[] => {
    const found: Observed[] = []
    for (const { freedom, look } of looks) {
      const reading = look(of, isDirected)
      if (reading === null) continue
      const name = `${freedom}=${reading}`
      if (seen.has(name)) continue
      seen.add(name)
      found.push({ freedom, reading, requests: of === null ? [] : [of.id] })
    }
    return found
  }
  return {
    companyActed(path) {
      const [, order] = /^\/orders\/([^/]+)\//.exec(path) ?? []
      if (order !== undefined) directed.add(order)
    },
    exchange(exchange) {
      const isMain = exchange.role === null || exchange.role === 'main' || exchange.role === 'main_second'
      if (!isMain || !isAnswered(exchange)) return []
      return shown(exchange, atExchange, directed.has(orderIdOf(exchange) ?? ''))
    },
    delivery: (delivery) => shown(delivery, atDelivery),
    probe: () => shown(null, atProbe),
  }
}
