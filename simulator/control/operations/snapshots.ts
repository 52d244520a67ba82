// States that are kept, to come back to.
import type { ControlOperations } from '../operation.ts'

export const snapshotOperations = {
  /** The states that can come back. */
  listSnapshots: {
    handle: ({ snapshots }) => ({ data: snapshots.list() }),
  },
  /** Keeps the state of now, to come back to. */
  takeSnapshot: {
    handle: ({ snapshots, body }) => snapshots.take((body as { name?: string }).name),
  },
  /** Goes back to a state, domain time included. */
  restoreSnapshot: {
    handle: ({ snapshots, params }) => snapshots.restore(params['snapshot_id']!),
  },
  /** Forgets a state. */
  removeSnapshot: {
    handle: ({ snapshots, params }) => snapshots.remove(params['snapshot_id']!),
  },
} satisfies ControlOperations
