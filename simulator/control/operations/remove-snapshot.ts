// POST /snapshots/{snapshot_id}/remove: forgets a state.
import { controlOperation } from '../operation.ts'

export const removeSnapshot = controlOperation({
  id: 'removeSnapshot',
  method: 'post',
  path: '/snapshots/{snapshot_id}/remove',
  handle: ({ snapshots, params }) => snapshots.remove(params['snapshot_id']!),
})
