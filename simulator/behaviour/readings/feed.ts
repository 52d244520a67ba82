// Permitted readings of the freedoms of the area feed.
import type { AreaReadings } from './reading.ts'

export const feed: AreaReadings = {}
