// Permitted readings of the freedoms of the area amend.
import type { AreaReadings } from './reading.ts'

export const amend: AreaReadings = {}
