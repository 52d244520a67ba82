// Permitted readings of the freedoms of the area transport.
import type { AreaReadings } from './reading.ts'

export const transport: AreaReadings = {}
