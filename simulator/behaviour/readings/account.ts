// Permitted readings of the freedoms of the area account.
import type { AreaReadings } from './reading.ts'

export const account: AreaReadings = {}
