// POST /faults/clear: ends all faults and forgets them.
import { controlOperation } from '../operation.ts'

export const clearFaults = controlOperation({
  id: 'clearFaults',
  method: 'post',
  path: '/faults/clear',
  handle: ({ services }) => ({ removed: services.faults.clear() }),
})
