// The rules about each field of an answer or event: an index over the `field` of the rule rows.
import { rules } from '../../contract/contract.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'

/** By the holder of a field, a component or the field that the object is the value of; then by property, `*` for each. */
const rulesByHolder = (): Map<string, Map<string, string[]>> => {
  const holders = new Map<string, Map<string, string[]>>()
  for (const { id, field = [] } of rules().values()) {
    for (const place of [field].flat()) {
      const end = place.lastIndexOf('.')
      const [holder, property] = [place.slice(0, end), place.slice(end + 1)]
      const properties = holders.get(holder) ?? new Map<string, string[]>()
      holders.set(holder, properties.set(property, [...(properties.get(property) ?? []), id]))
    }
  }
  return holders
}

let index: Map<string, Map<string, string[]>> | undefined
const holders = (): Map<string, Map<string, string[]>> => (index ??= rulesByHolder())

const partsOf = (field: string): [component: string, property: string] => {
  const [component = '', property = ''] = field.split('.')
  return [component, property]
}

const rulesOfField = (field: string, within: readonly string[]): readonly string[] => {
  const [component, property] = partsOf(field)
  const special = within.map((place) => holders().get(place)).find((found) => found !== undefined)
  return special?.get(property) ?? special?.get('*') ?? holders().get(component)?.get(property) ?? []
}

const rulesWithin = memoizeByObject((within: readonly string[]) =>
  memoizeByObject((fields: readonly string[]): readonly string[] => [
    ...new Set(fields.flatMap((field) => rulesOfField(field, within))),
  ]),
)

/**
 * The rules about a value; none where the contract leaves it open.
 * @param fields `Component.property` for each component that has it
 * @param within the fields that the object itself is the value of, or an entry of
 */
export const rulesOfFields = (fields: readonly string[], within: readonly string[]): readonly string[] =>
  rulesWithin(within)(fields)

/** The keywords that a rule of a field is about; none where it is about all that no other rule names. */
export const keywordsOf = (rule: string): readonly string[] => rules().get(rule)?.keywords ?? []

/** Every rule of a field. */
export const fieldRuleIds = (): string[] => [...rules().values()].filter(({ field }) => field).map(({ id }) => id)
