// GET /livez: the process answers.
import { controlOperation } from '../operation.ts'

export const getLiveness = controlOperation({
  id: 'getLiveness',
  method: 'get',
  path: '/livez',
  handle: () => ({ status: 'alive' }),
})
