// Records the runs that tests read, unless this build has recorded them already; a test that finds none records its own.
import { recordAll } from '../tests/records.ts'

await recordAll()
