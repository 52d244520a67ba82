// POST /snapshots/{snapshot_id}/restore: goes back to a state, domain time included.
import { controlOperation } from '../operation.ts'

export const restoreSnapshot = controlOperation({
  id: 'restoreSnapshot',
  method: 'post',
  path: '/snapshots/{snapshot_id}/restore',
  handle: ({ snapshots, params }) => snapshots.restore(params['snapshot_id']!),
})
