// Defects that break rules of the area amend.
import type { Defect } from '../create-behaviour.ts'

export const amend: readonly Defect[] = []
