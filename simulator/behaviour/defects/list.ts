// Defects that break rules of the area list.
import type { Defect } from '../create-behaviour.ts'

export const list: readonly Defect[] = []
