// Defects made from the lifecycle table instead of written one by one.
import type { Defect } from '../defect.ts'
import { actions } from './actions.ts'
import { advances } from './advances.ts'
import { events } from './events.ts'

export const generated: readonly Defect[] = [...advances, ...actions, ...events]
