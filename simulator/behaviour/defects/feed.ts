// Defects that break rules of the area feed.
import type { Defect } from '../create-behaviour.ts'

export const feed: readonly Defect[] = []
