// The rules that each field of an answer or event speaks for, by component schema and property.
import { fieldsOfEvents } from './fields-of-events.ts'
import { fieldsOfOrders } from './fields-of-orders.ts'
import { fieldsOfResources } from './fields-of-resources.ts'
import type { FieldRules } from './field-table.ts'
import { fieldsWithin } from './fields-within.ts'

const fields: FieldRules = { ...fieldsOfResources, ...fieldsOfOrders, ...fieldsOfEvents }

/**
 * The rules that a field speaks for; none where the contract says nothing of it.
 * @param field `Component.property`
 * @param within the fields that the object itself is the value of, or an entry of
 */
export const rulesOfField = (field: string, within: readonly string[]): readonly string[] => {
  const [component = '', property = ''] = field.split('.')
  const special = within.map((place) => fieldsWithin[place]).find((found) => found !== undefined)
  return special?.[property] ?? fields[component]?.[property] ?? []
}

export const hasRules = (component: string, property: string): boolean => fields[component]?.[property] !== undefined

export const fieldRuleIds: readonly string[] = [
  ...new Set([...Object.values(fields), ...Object.values(fieldsWithin)].flatMap((row) => Object.values(row).flat())),
]
