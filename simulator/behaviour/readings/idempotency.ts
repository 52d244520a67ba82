// Permitted readings of the freedoms of the area idempotency.
import type { AreaReadings } from './reading.ts'

export const idempotency: AreaReadings = {}
