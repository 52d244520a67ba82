// POST /world: an exported world takes the place of all that is there.
import { importWorld as take } from '../../snapshots/import-world.ts'
import { mostLetters } from '../../snapshots/world-file.ts'
import { controlOperation } from '../operation.ts'

export const importWorld = controlOperation({
  id: 'importWorld',
  method: 'post',
  path: '/world',
  body: 'required',
  bodyLimits: { bytes: mostLetters, values: 20_000_000 },
  handle: ({ services, world, snapshots, body }) => take(services, world, snapshots, body as object),
})
