import { isObject } from '../../lib/is-object.ts'
// Fields that the contract does not name, put into every object of a value.

const further = { further_information: null, x_source: 'platform', x_revision: 7, x_tags: ['a', 'b'] }

/** The same value twice over gives the same as once; an offending value in a detail stays what was sent. */
export const enriched = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(enriched)
  if (!isObject(value)) return value
  const own = Object.entries(value).filter(([name]) => !Object.hasOwn(further, name))
  return {
    ...Object.fromEntries(own.map(([name, inner]) => [name, name === 'value' ? inner : enriched(inner)])),
    ...further,
  }
}
