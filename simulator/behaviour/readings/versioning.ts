// Permitted readings of the freedoms of the area versioning.
import type { AreaReadings } from './reading.ts'

export const versioning: AreaReadings = {}
