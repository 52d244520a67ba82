// Permitted readings of the freedoms of the area messages.
import type { AreaReadings } from './reading.ts'

export const messages: AreaReadings = {}
