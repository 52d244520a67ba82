// Permitted readings of the freedoms of the area downloads.
import type { AreaReadings } from './reading.ts'

export const downloads: AreaReadings = {}
