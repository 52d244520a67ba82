// Snapshots: states of this simulator that are kept in memory, for as long as it runs, and come back on request.
import { bounds } from '../../fixtures/bounds.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import type { SimulatorSnapshot } from '../public/simulator-options.ts'
import type { World } from '../engine/world.ts'
import { putBack, stateOf } from './world-state.ts'
import type { WorldState } from './world-state.ts'

export type Snapshots = {
  take(name?: string): SimulatorSnapshot
  /** Oldest first. */
  list(): SimulatorSnapshot[]
  /** It stays, and can come back again. */
  restore(id: string): Promise<SimulatorSnapshot>
  remove(id: string): SimulatorSnapshot
  /** Whether a document of one has this file. */
  keepsFile(id: string): boolean
}

type Kept = { shown: SimulatorSnapshot; state: WorldState; files: ReadonlySet<string> }

export const createSnapshots = (services: Services, world: World): Snapshots => {
  const kept = new Map<string, Kept>()
  let taken = 0

  const find = (id: string): Kept => {
    const found = kept.get(id)
    if (found) return found
    throw new Refusal('not_found', `There is no snapshot ${id}; GET /snapshots shows those there are.`, { status: 404 })
  }
  const keepsFile = (id: string): boolean => [...kept.values()].some(({ files }) => files.has(id))

  return {
    take(name) {
      if (kept.size >= bounds.kept.snapshots) {
        const sentence = `There are ${bounds.kept.snapshots} snapshots already; remove one first.`
        throw new Refusal('conflict', sentence, { status: 409 })
      }
      const state = stateOf(services, world)
      const { orders, events, documents } = state.rows
      const shown: SimulatorSnapshot = {
        id: `s${(taken += 1)}`,
        name: name ?? null,
        now: new Date(state.at).toISOString(),
        taken_at: new Date().toISOString(),
        orders: orders.length,
        events: events.length,
        documents: documents.length,
      }
      kept.set(shown.id, { shown, state, files: new Set(documents.map(({ id }) => id)) })
      return { ...shown }
    },
    list: () => [...kept.values()].map(({ shown }) => ({ ...shown })),
    async restore(id) {
      const { shown, state } = find(id)
      await putBack(services, world, state, keepsFile)
      return { ...shown }
    },
    remove(id) {
      const { shown } = find(id)
      kept.delete(id)
      return shown
    },
    keepsFile,
  }
}
