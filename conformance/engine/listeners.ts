// The listeners for every exchange and delivery of a run, called in the order in which they were added.
import type { Delivery } from '../evidence/delivery.ts'
import type { Exchange } from '../evidence/exchange.ts'

export type Listener = {
  exchange?(exchange: Exchange): void
  delivery?(delivery: Delivery): void
  /** The target asked by a POST whether the webhook's address answers. */
  probe?(): void
}

export type Listeners = Required<Listener> & {
  /** Returns what takes the listener away again. */
  add(listener: Listener): () => void
}

export const createListeners = (): Listeners => {
  const listeners = new Set<Listener>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    exchange(exchange) {
      for (const listener of listeners) listener.exchange?.(exchange)
    },
    delivery(delivery) {
      for (const listener of listeners) listener.delivery?.(delivery)
    },
    probe() {
      for (const listener of listeners) listener.probe?.()
    },
  }
}
