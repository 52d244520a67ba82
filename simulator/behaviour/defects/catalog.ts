// Defects that break rules of the area catalog.
import type { Defect } from '../create-behaviour.ts'

export const catalog: readonly Defect[] = []
