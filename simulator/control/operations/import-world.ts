// POST /world: an exported world takes the place of all that is there.
import { bounds } from '../../../fixtures/bounds.ts'
import { importWorld as take } from '../../snapshots/import-world.ts'
import { controlOperation } from '../operation.ts'

export const importWorld = controlOperation({
  id: 'importWorld',
  method: 'post',
  path: '/world',
  body: 'required',
  bodyLimits: { bytes: bounds.taken.worldLetters, values: bounds.taken.worldValues },
  handle: ({ services, world, snapshots, body }) => take(services, world, snapshots, body as object),
})
