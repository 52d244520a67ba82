// Permitted readings of the freedoms of the area lifecycle.
import type { AreaReadings } from './reading.ts'

export const lifecycle: AreaReadings = {}
