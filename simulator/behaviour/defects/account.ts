// Defects that break rules of the area account.
import type { Defect } from '../create-behaviour.ts'

export const account: readonly Defect[] = []
