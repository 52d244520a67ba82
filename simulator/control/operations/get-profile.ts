// GET /profile: the target profile with every role, secrets included, for a conformance run.
import { controlOperation } from '../operation.ts'

export const getProfile = controlOperation({
  id: 'getProfile',
  method: 'get',
  path: '/profile',
  handle: ({ profile }) => profile(),
})
