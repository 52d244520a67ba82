// Defects that break rules of the area events.
import type { Defect } from '../create-behaviour.ts'

export const events: readonly Defect[] = []
