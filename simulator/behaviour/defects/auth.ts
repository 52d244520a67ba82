// Defects that break rules of the area auth.
import type { Defect } from '../create-behaviour.ts'

export const auth: readonly Defect[] = []
