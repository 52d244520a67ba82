// The whole state of a simulator at one instant, and the way back to it.
import type { Services } from '../engine/services.ts'
import type { Store, StoreRows, Table } from '../store/store.ts'
import type { Scheduled } from '../time/clock.ts'
import { keysIn, scheduleDue } from '../engine/start-world.ts'
import type { Attempt } from '../webhooks/journal.ts'
import type { World } from '../engine/world.ts'

export type WorldState = {
  /** Domain time, epoch milliseconds. */
  at: number
  /** Rows are replaced and never changed, so that they are shared. */
  rows: StoreRows
  ids: string
  world: World
  attempts: readonly Attempt[]
  /** Beside deliveries and personas, which follow from the rows; null where all of it has to be worked out from the rows. */
  scheduled: readonly Scheduled[] | null
}

export const stateOf = ({ clock, ids, outbox, store }: Services, world: World): WorldState => ({
  at: clock.now(),
  rows: store.rows(),
  ids: ids.state(),
  world: structuredClone(world),
  attempts: outbox.attempts(),
  scheduled: clock.scheduled(['delivery_attempt', 'persona_step']),
})

/** What a write of domain time left in the settings is no part of a state. */
const isOfState = ({ id }: { id?: string }): boolean => id !== 'clock'

export const refill = (store: Store, rows: StoreRows): void => {
  for (const [name, all] of Object.entries(rows)) {
    const table = store[name as keyof StoreRows] as Table<(typeof all)[number]>
    for (const row of all) if (name !== 'settings' || isOfState(row as { id?: string })) table.put(row)
  }
}

/**
 * Deliveries under way are broken off without a trace, calls under way end first. The journal and the faults stay; rate limit windows
 * begin. `keepsFile` names files beside those of the state's documents.
 */
export const putBack = async (
  services: Services,
  world: World,
  state: WorldState,
  keepsFile: (id: string) => boolean,
): Promise<void> => {
  const { clock, ids, keys, locks, outbox, personas, rateLimiter, store } = services
  const replace = async (): Promise<void> => {
    await locks.idle()
    await outbox.breakOff()
    ids.goOnFrom(state.ids)
    Object.assign(world, structuredClone(state.world))
    rateLimiter.renew()
    outbox.replaceAttempts(state.attempts)
    try {
      await store.clear(
        () => {
          refill(store, state.rows)
          Object.assign(keys, keysIn(store))
        },
        (id) => store.documents.get(id) !== undefined || keepsFile(id),
      )
    } finally {
      if (state.scheduled === null) {
        scheduleDue(services)
      } else {
        outbox.resume()
        personas.resume()
      }
    }
  }
  await clock.goOnFrom(state.at, { scheduled: state.scheduled ?? [], stop: outbox.breakOff, replace })
}
