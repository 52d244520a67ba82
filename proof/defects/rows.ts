// Defects as a table: each row stands under the id of its defect.
import type { Defect } from './defect.ts'

export const rows = (byId: Record<string, Omit<Defect, 'id'>>): Defect[] =>
  Object.entries(byId).map(([id, row]) => ({ id, ...row }))
