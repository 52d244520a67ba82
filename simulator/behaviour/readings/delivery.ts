// Permitted readings of the freedoms of the area delivery.
import type { AreaReadings } from './reading.ts'

export const delivery: AreaReadings = {}
