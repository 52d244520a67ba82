// Permitted readings of the freedoms of the area sandbox.
import type { AreaReadings } from './reading.ts'

export const sandbox: AreaReadings = {}
