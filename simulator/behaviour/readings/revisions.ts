// Permitted readings of the freedoms of the area revisions.
import type { AreaReadings } from './reading.ts'

export const revisions: AreaReadings = {}
