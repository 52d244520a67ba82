// Faults: what goes wrong on request.
import { faultsOfClient } from '../faults-of-client.ts'
import type { ControlOperations } from '../operation.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Fault } from '../../public/fault.ts'
import { FaultError } from '../../faults/fault-error.ts'
import { absent } from '../../company/find.ts'

export const faultOperations = {
  /** The faults that were added, with how often each matched and struck. */
  listFaults: {
    handle: ({ services, query }) => ({ data: faultsOfClient(services, query) }),
  },
  /** Lets calls or deliveries fail. */
  addFault: {
    handle: ({ services, body }) => {
      try {
        return services.faults.add(body as Fault)
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        throw new Refusal('unusable_value', error.message, { status: 422, details: error.details })
      }
    },
  },
  /** Ends a fault and forgets it. */
  removeFault: {
    handle: ({ services, params }) => {
      const id = params['fault_id']!
      const record = services.faults.get(id)
      if (!record) throw absent('fault', id, 'GET /faults')
      services.faults.remove(id)
      return record
    },
  },
  /** Ends all faults, or those of one client, and forgets them. */
  clearFaults: {
    handle: ({ services, query }) => {
      const ended = faultsOfClient(services, query)
      for (const { id } of ended) services.faults.remove(id)
      return { removed: ended.length }
    },
  },
} satisfies ControlOperations
