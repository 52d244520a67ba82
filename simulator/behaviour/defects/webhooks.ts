// Defects that break rules of the area webhooks.
import type { Defect } from '../create-behaviour.ts'

export const webhooks: readonly Defect[] = []
