// Generated from the fields that rules are about: each left out where its component is shown.
import type { Defect } from '../defect.ts'
import { byField } from '../rule-rows.ts'
import { pathIn, shown } from './shown-fields.ts'

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

/** What breaks is the first rule of the area: the one that the field is there. */
export const fields: readonly Defect[] = shown.flatMap((where) =>
  [...byField].flatMap(([field, rules]): Defect[] => {
    const path = pathIn(where, field)
    const breaks = rules.find((id) => id.startsWith(`${where.area}.`))
    return path === null || breaks === undefined || inAnotherForm.has(breaks)
      ? []
      : [{ id: where.id(path), breaks, bug: where.bug(path), apply: where.lacking(path) }]
  }),
)
