// Fills an empty store with the world of the start; another store resumes its pending events and deliveries.
import { randomBytes } from 'node:crypto'
import { scheduleTransitions } from './commit.ts'
import type { Fault } from '../public/fault.ts'
import { restlessStatuses } from './pending-events.ts'
import type { Services } from './services.ts'
import type { Store } from '../store/store.ts'
import type { World } from './world.ts'
import { seedWorld } from './world.ts'

/** Domain time never runs back over a restart: each write has it, and where it runs ahead of this machine's, nothing written need come. */
export const startOf = (store: Store): number => Math.max(Date.now(), Number(store.settings.get('clock')?.value ?? 0))

export const keysIn = (store: Store): Services['keys'] => {
  const key = (id: string): string => {
    const kept = store.settings.get(id)
    if (kept) return kept.value
    const value = randomBytes(32).toString('base64url')
    store.settings.put({ id, value })
    return value
  }
  return { tokens: key('token key'), links: key('link key') }
}

/** Schedules what follows from the rows of a store: deliveries, what comes to orders on its own, the acts of personas. */
export const scheduleDue = (services: Services): void => {
  services.outbox.resume()
  const { orders, ordersIn } = services.store
  const restless = restlessStatuses(services)
  for (const order of restless === null ? orders.values() : ordersIn(restless)) scheduleTransitions(services, order)
  services.personas.resume()
}

/** Seeds an empty store, or resumes the pending work of a data file, which faults of the start may strike. */
export const startWorld = async (services: Services, world: World, faults: readonly Fault[] = []): Promise<void> => {
  const { store, clock } = services
  const isNew = store.clients.size === 0
  if (isNew) seedWorld(store, world, clock.now())
  for (const fault of faults) services.faults.add(fault)
  if (!isNew) scheduleDue(services)
  await store.flush()
}
