// Permitted readings of the freedoms of the area webhooks.
import type { AreaReadings } from './reading.ts'

export const webhooks: AreaReadings = {}
