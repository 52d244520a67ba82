// POST /snapshots: keeps the state of now, to come back to.
import { controlOperation } from '../operation.ts'

export const takeSnapshot = controlOperation({
  id: 'takeSnapshot',
  method: 'post',
  path: '/snapshots',
  status: 201,
  body: 'optional',
  handle: ({ snapshots, body }) => snapshots.take((body as { name?: string }).name),
})
