// GET /faults: the faults that were added, with how often each matched and struck.
import { faultsOfClient } from '../faults-of-client.ts'
import { controlOperation } from '../operation.ts'

export const listFaults = controlOperation({
  id: 'listFaults',
  method: 'get',
  path: '/faults',
  query: true,
  handle: ({ services, query }) => ({ data: faultsOfClient(services, query) }),
})
