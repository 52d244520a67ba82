// What the receiver got, in order of arrival, and waiting for what has not come yet.
import type { Delivery } from '../evidence/delivery.ts'

export type Inbox = {
  readonly all: readonly Delivery[]
  add(delivery: Delivery): void
  /** The first delivery that fits, there already or within `deadlineMs`; undefined when none came. */
  wait(fits: (delivery: Delivery) => boolean, deadlineMs: number): Promise<Delivery | undefined>
}

type Waiter = { fits: (delivery: Delivery) => boolean; resolve: (delivery: Delivery | undefined) => void }

export const createInbox = (): Inbox => {
  const all: Delivery[] = []
  const waiters = new Set<Waiter>()
  return {
    all,
    add(delivery) {
      all.push(delivery)
      for (const waiter of waiters) if (waiter.fits(delivery)) waiter.resolve(delivery)
    },
    wait(fits, deadlineMs) {
      const there = all.find(fits)
      if (there) return Promise.resolve(there)
      return new Promise((resolve) => {
        const settle = (delivery: Delivery | undefined) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(delivery)
        }
        const timer = setTimeout(() => settle(undefined), deadlineMs)
        const waiter: Waiter = { fits, resolve: settle }
        waiters.add(waiter)
      })
    },
  }
}
