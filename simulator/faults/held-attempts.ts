// Attempts that a fault holds back: each until its time, and a reordered one until another event of its account was delivered.
import type { Event } from '../domain/records.ts'
import type { DeliveryFault } from '../public/fault.ts'
import type { Strike } from './faults.ts'

type Held = { struck: Strike<DeliveryFault>; account: string }

type HeldAttempts = {
  /** Domain seconds for which a fault holds an attempt back; undefined where it does not. */
  secondsOf(struck: Strike<DeliveryFault> | undefined): number | undefined
  hold(event: Event, struck: Strike<DeliveryFault>): void
  /** The fault that held an attempt back which goes out now. */
  release(eventId: string): Strike<DeliveryFault> | undefined
  /** Events whose attempt waits for the delivery of this one. */
  waitingFor(delivered: Pick<Event, 'id' | 'account'>): string[]
  clear(): void
}

const usualSeconds = 60

export const createHeldAttempts = (): HeldAttempts => {
  const held = new Map<string, Held>()
  return {
    secondsOf(struck) {
      if (struck?.fault.kind === 'delay') return struck.fault.seconds
      return struck?.fault.kind === 'reorder' ? (struck.fault.seconds ?? usualSeconds) : undefined
    },
    hold: ({ id, account }, struck) => held.set(id, { struck, account }),
    release(eventId) {
      const struck = held.get(eventId)?.struck
      held.delete(eventId)
      return struck
    },
    waitingFor: ({ id, account }) =>
      [...held.entries()]
        .filter(([other, one]) => other !== id && one.account === account && one.struck.fault.kind === 'reorder')
        .map(([other]) => other),
    clear: () => held.clear(),
  }
}
