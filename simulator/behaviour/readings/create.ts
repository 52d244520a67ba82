// Permitted readings of the freedoms of the area create.
import type { AreaReadings } from './reading.ts'

export const create: AreaReadings = {}
