// Where the lab's entries and what it installs are, whether this runs from the sources or from what is built of them.
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))
export const lab = `${root}lab/`
/** Each entry has a folder of its own in here. */
export const workshop = `${root}.cache/lab/`
