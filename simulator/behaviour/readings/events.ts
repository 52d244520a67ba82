// Permitted readings of the freedoms of the area events.
import type { AreaReadings } from './reading.ts'

export const events: AreaReadings = {}
