// `simulator.snapshot` and what belongs to it: snapshots in the same process.
import { requireKept } from '../http/write-guard.ts'
import type { Services } from '../services.ts'
import type { Simulator } from '../simulator-options.ts'
import type { Snapshots } from './snapshots.ts'

type Parts = { services: Services; snapshots: Snapshots }

export const snapshotsOf = ({
  services,
  snapshots,
}: Parts): Pick<Simulator, 'snapshot' | 'snapshots' | 'restore' | 'removeSnapshot'> => ({
  snapshot: async (name) => snapshots.take(name),
  snapshots: snapshots.list,
  restore: async (given) => {
    await requireKept(services)
    return snapshots.restore(typeof given === 'string' ? given : given.id)
  },
  removeSnapshot: async (given) => snapshots.remove(typeof given === 'string' ? given : given.id),
})
