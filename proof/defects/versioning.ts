// Defects that break rules of the area versioning.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Defect } from './defect.ts'
import { rows } from './rows.ts'

export const versioning: readonly Defect[] = rows({
  'version-before-the-service': {
    breaks: 'versioning.base-address-ends-in-the-major-version',
    bug: 'The gateway puts the name of the service behind the version.',
    deep: 'only in production',
    apply: op.set('wire.bases', (usual) => ({ ...usual, production: '/v1/ordering' })),
  },
})
