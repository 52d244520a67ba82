// Defects that break rules of the area messages.
import type { Defect } from '../create-behaviour.ts'

export const messages: readonly Defect[] = []
