// Where things lie: the repository, and the program as users start it.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a separator at its end. */
export const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))

/** The compiled program. */
export const assay = join(root, 'dist', 'assay.js')
