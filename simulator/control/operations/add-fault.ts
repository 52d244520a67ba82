// POST /faults: lets calls or deliveries fail.
import { Refusal } from '../../domain/refusal.ts'
import type { Fault } from '../../public/fault.ts'
import { FaultError } from '../../faults/fault-error.ts'
import { controlOperation } from '../operation.ts'

export const addFault = controlOperation({
  id: 'addFault',
  method: 'post',
  path: '/faults',
  status: 201,
  body: 'required',
  handle: ({ services, body }) => {
    try {
      return services.faults.add(body as Fault)
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      throw new Refusal('unusable_value', error.message, { status: 422, details: error.details })
    }
  },
})
