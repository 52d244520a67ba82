// GET /snapshots: the states that can come back.
import { controlOperation } from '../operation.ts'

export const listSnapshots = controlOperation({
  id: 'listSnapshots',
  method: 'get',
  path: '/snapshots',
  handle: ({ snapshots }) => ({ data: snapshots.list() }),
})
