// Defects that break rules of the area conventions.
import type { Defect } from '../create-behaviour.ts'

export const conventions: readonly Defect[] = []
