// Permitted readings of the freedoms of the area catalog.
import type { AreaReadings } from './reading.ts'

export const catalog: AreaReadings = {}
