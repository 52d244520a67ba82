// Permitted readings of the freedoms of the area limits.
import type { AreaReadings } from './reading.ts'

export const limits: AreaReadings = {}
