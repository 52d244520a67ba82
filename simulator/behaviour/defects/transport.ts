// Defects that break rules of the area transport.
import type { Defect } from '../create-behaviour.ts'

export const transport: readonly Defect[] = []
