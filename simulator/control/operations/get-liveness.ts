// GET /livez: the process answers.
import { identityFor } from '../../http/identity.ts'
import { controlOperation } from '../operation.ts'

export const getLiveness = controlOperation({
  id: 'getLiveness',
  method: 'get',
  path: '/livez',
  headers: identityFor,
  handle: () => ({ status: 'alive' }),
})
