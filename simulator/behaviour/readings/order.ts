// Permitted readings of the freedoms of the area order.
import type { AreaReadings } from './reading.ts'

export const order: AreaReadings = {}
