// POST /faults/clear: ends all faults, or those of one client, and forgets them.
import { faultsOfClient } from '../faults-of-client.ts'
import { controlOperation } from '../operation.ts'

export const clearFaults = controlOperation({
  id: 'clearFaults',
  method: 'post',
  path: '/faults/clear',
  query: true,
  handle: ({ services, query }) => {
    const ended = faultsOfClient(services, query)
    for (const { id } of ended) services.faults.remove(id)
    return { removed: ended.length }
  },
})
