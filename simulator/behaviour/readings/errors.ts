// Permitted readings of the freedoms of the area errors.
import type { AreaReadings } from './reading.ts'

export const errors: AreaReadings = {}
