// Defects that break rules of the area documents.
import type { Defect } from '../create-behaviour.ts'

export const documents: readonly Defect[] = []
