// `simulator.snapshot`, `.export` and what belongs to them: states and files of the world, in the same process.
import { requireKept } from '../http/write-guard.ts'
import type { Services } from '../engine/services.ts'
import type { Simulator } from '../public/simulator-options.ts'
import type { World } from '../engine/world.ts'
import { importWorld } from './import-world.ts'
import type { Snapshots } from './snapshots.ts'
import { exportWorld } from './world-file.ts'

type Parts = { services: Services; world: World; snapshots: Snapshots }

/** A text that is no JSON object is the file of nobody. */
const parsed = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    return value instanceof Object ? value : {}
  } catch {
    return {}
  }
}

type Offered = Pick<Simulator, 'snapshot' | 'snapshots' | 'restore' | 'removeSnapshot' | 'export' | 'import'>

export const snapshotsOf = ({ services, world, snapshots }: Parts): Offered => ({
  snapshot: async (name) => snapshots.take(name),
  snapshots: snapshots.list,
  restore: async (given) => {
    await requireKept(services)
    return snapshots.restore(typeof given === 'string' ? given : given.id)
  },
  export: (options) => exportWorld(services, world, options),
  import: async (file) => {
    await requireKept(services)
    return importWorld(services, world, snapshots, typeof file === 'string' ? parsed(file) : structuredClone(file))
  },
  removeSnapshot: async (given) => snapshots.remove(typeof given === 'string' ? given : given.id),
})
