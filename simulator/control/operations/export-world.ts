// GET /world: everything as a file, to go on from elsewhere.
import { exportWorld as write } from '../../snapshots/world-file.ts'
import { controlOperation } from '../operation.ts'

export const exportWorld = controlOperation({
  id: 'exportWorld',
  method: 'get',
  path: '/world',
  query: true,
  handle: ({ services, world, query }) => write(services, world, query as { documents: 'all' | 'none' }),
})
