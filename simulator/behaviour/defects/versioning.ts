// Defects that break rules of the area versioning.
import type { Defect } from '../create-behaviour.ts'

export const versioning: readonly Defect[] = []
