// Permitted readings of the freedoms of the area documents.
import type { AreaReadings } from './reading.ts'

export const documents: AreaReadings = {}
