// GET /readyz: what is written can be kept; 503 otherwise.
import { Refusal } from '../../domain/refusal.ts'
import { controlOperation } from '../operation.ts'

export const getReadiness = controlOperation({
  id: 'getReadiness',
  method: 'get',
  path: '/readyz',
  handle: async ({ services }) => {
    try {
      await services.store.flush()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Refusal('not_ready', `Nothing can be kept at present: ${reason}`, { status: 503 })
    }
    return { status: 'ready' }
  },
})
