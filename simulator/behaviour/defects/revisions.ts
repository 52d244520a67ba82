// Defects that break rules of the area revisions.
import type { Defect } from '../create-behaviour.ts'

export const revisions: readonly Defect[] = []
