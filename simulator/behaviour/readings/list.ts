// Permitted readings of the freedoms of the area list.
import type { AreaReadings } from './reading.ts'

export const list: AreaReadings = {}
