// Defects made from the lifecycle table and from the fields and inputs of the rule rows instead of written one by one.
import type { Defect } from '../defect.ts'
import { actions } from './actions.ts'
import { advances } from './advances.ts'
import { events } from './events.ts'
import { falsified } from './falsified.ts'
import { fields } from './fields.ts'
import { inputs } from './inputs.ts'

/** By file. */
export const generated: Record<string, readonly Defect[]> = {
  'generated/advances': advances,
  'generated/actions': actions,
  'generated/events': events,
  'generated/fields': fields,
  'generated/falsified': falsified,
  'generated/inputs': inputs,
}
