// Permitted readings of the freedoms of the area auth.
import type { AreaReadings } from './reading.ts'

export const auth: AreaReadings = {}
