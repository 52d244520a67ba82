// GET /faults: the faults that were added, with how often each matched and struck.
import { controlOperation } from '../operation.ts'

export const listFaults = controlOperation({
  id: 'listFaults',
  method: 'get',
  path: '/faults',
  handle: ({ services }) => ({ data: services.faults.list() }),
})
