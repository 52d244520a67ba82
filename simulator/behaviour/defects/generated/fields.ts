// Generated from the fields that rules are about: each left out where its component is shown.
import type { Defect } from '../defect.ts'
import { ruleRows } from '../rule-rows.ts'
import { shown, type Shown } from './shown-fields.ts'

/** Rules whose field is not left out, since a defect written by hand shows it in another form. */
const inAnotherForm = new Set([
  'catalog.product-has-code',
  'list.envelope-has-data-array',
  'order.appraisal-fee-is-money-or-null',
  'order.has-borrowers',
  'order.has-id',
  'order.has-loan-agency-case-number',
  'order.has-order-number',
  'order.has-order-type-code',
  'order.has-property-postal-code',
  'order.has-status-code',
  'order.loan-is-an-object',
  'order.note-has-text',
  'order.order-type-is-an-object',
  'order.property-is-an-object',
  'order.status-is-an-object',
])

/** Of each field, the first rule of an area that is about it: the one that it is there. */
const presenceRules = (area: string): Map<string, string> => {
  const rules = new Map<string, string>()
  for (const { id, field = [] } of ruleRows) {
    const [first] = [field].flat()
    if (first !== undefined && id.startsWith(`${area}.`) && !rules.has(first)) rules.set(first, id)
  }
  return rules
}

const pathIn = ({ components }: Shown, field: string): string | null => {
  const [component = '', ...path] = field.split('.')
  return component in components && !path.includes('*') ? components[component] + path.join('.') : null
}

export const fields: readonly Defect[] = shown.flatMap((where) =>
  [...presenceRules(where.area)].flatMap(([field, breaks]): Defect[] => {
    const path = pathIn(where, field)
    return path === null || inAnotherForm.has(breaks)
      ? []
      : [{ id: where.id(path), breaks, bug: where.bug(path), apply: where.lacking(path) }]
  }),
)
