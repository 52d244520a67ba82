// Defects that break rules of the area errors.
import type { Defect } from '../create-behaviour.ts'

export const errors: readonly Defect[] = []
