// Defects that break rules of the area lifecycle.
import type { Defect } from '../create-behaviour.ts'

export const lifecycle: readonly Defect[] = []
