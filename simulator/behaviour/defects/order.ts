// Defects that break rules of the area order.
import type { Defect } from '../create-behaviour.ts'

export const order: readonly Defect[] = []
