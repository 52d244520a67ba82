// POST /faults/{fault_id}/remove: ends a fault and forgets it.
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

export const removeFault = controlOperation({
  id: 'removeFault',
  method: 'post',
  path: '/faults/{fault_id}/remove',
  handle: ({ services, params }) => {
    const id = params['fault_id']!
    const record = services.faults.get(id)
    if (!record) throw absent('fault', id, 'GET /faults')
    services.faults.remove(id)
    return record
  },
})
