// Permitted readings of the freedoms of the area conventions.
import type { AreaReadings } from './reading.ts'

export const conventions: AreaReadings = {}
