// Defects that break rules of the area sandbox.
import type { Defect } from '../create-behaviour.ts'

export const sandbox: readonly Defect[] = []
