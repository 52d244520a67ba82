// Permitted readings of the freedoms of the area actions.
import type { AreaReadings } from './reading.ts'

export const actions: AreaReadings = {}
