// The fields of the body of a create as its schema has them, and what the rule rows say of each.
import { openapi, rules, type JsonSchema, type OpenApi, type RuleInput } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'

type Schema = JsonSchema & {
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  'x-implied-required'?: string[]
}

export type RequestField = {
  /** Dotted, `*` for the entries of an array. */
  path: string
  /** `Component.property`: one for a field that stands at several paths. */
  name: string
  isRequired: boolean
  /** Whether no sentence of the contract says that it is required, only what its object is. */
  isImplied: boolean
  /** Its own schema, references followed. */
  schema: Schema
}

/** A schema and those that a value must fit beside it, each with the component that it stands in. */
type Part = { owner: string; schema: Schema }

const partsOf = (schema: Schema, owner: string, document: OpenApi): Part[] => {
  const component = schema.$ref?.split('/').at(-1)
  if (component !== undefined) return partsOf(document.components.schemas[component]!, component, document)
  return [{ owner, schema }, ...(schema.allOf ?? []).flatMap((one) => partsOf(one, owner, document))]
}

const joined = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)

const fieldsBelow = (path: string, parts: readonly Part[], document: OpenApi): RequestField[] => {
  const named = (keyword: 'required' | 'x-implied-required'): Set<string> =>
    new Set(parts.flatMap(({ schema }) => schema[keyword] ?? []))
  const [required, implied] = [named('required'), named('x-implied-required')]
  const children = parts.flatMap(({ owner, schema }) => [
    ...Object.entries(schema.properties ?? {}).map(([step, child]) => ({ owner, step, child })),
    ...(schema.items ? [{ owner: `${owner}.${path.split('.').at(-1)}`, step: '*', child: schema.items }] : []),
  ])
  const firsts = children.filter(({ step }, index) => children.findIndex((one) => one.step === step) === index)
  return firsts.flatMap(({ owner, step, child }) => {
    const at = joined(path, step)
    const own = partsOf(child, owner, document)
    const schema = Object.assign({}, ...own.map((part) => part.schema)) as Schema
    const field = {
      path: at,
      name: `${owner}.${step}`,
      isRequired: required.has(step),
      isImplied: implied.has(step),
      schema,
    }
    return [field, ...fieldsBelow(at, own, document)]
  })
}

/** Every field that the schema of a create names, those above before those below. */
export const requestFields = (document = openapi()): RequestField[] =>
  fieldsBelow('', partsOf({ $ref: 'CreateOrderRequest' }, '', document), document)

/** What rule rows say of the body of a create, row by row. */
export const inputRows = (is: RuleInput['is']): { rule: string; inputs: RuleInput[] }[] =>
  [...rules().values()].flatMap(({ id, input = [] }) => {
    const inputs = [input].flat().filter((one) => one.is === is)
    return inputs.length > 0 ? [{ rule: id, inputs }] : []
  })

/** What stands at a path, under `*` at each entry; without what is not there. */
export const valuesAt = (value: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (values, step) =>
      values.flatMap((one) => {
        if (step === '*') return Array.isArray(one) ? (one as unknown[]) : []
        return isObject(one) && one[step] !== undefined ? [one[step]] : []
      }),
    [value],
  )
