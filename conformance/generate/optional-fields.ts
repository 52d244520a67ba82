// The fields of a request body that may be left out, as the OpenAPI document has them.
import { openapi, type JsonSchema } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'

type Schema = JsonSchema & {
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

const whole = (schema: Schema): Schema => {
  const parts = [
    ...(schema.$ref ? [openapi().components.schemas[schema.$ref.split('/').at(-1)!] as Schema] : []),
    ...(schema.allOf ?? []),
  ].map(whole)
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties) as Record<
      string,
      Schema
    >,
    required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
  }
}

const filled = (schema: Schema, body: Record<string, unknown>): Record<string, unknown> => {
  const { properties = {}, required = [] } = whole(schema)
  const added = Object.keys(properties).filter((name) => !required.includes(name) && !(name in body))
  const inner = Object.entries(body).map(([name, value]) => [
    name,
    isObject(value) && properties[name] ? filled(properties[name], value) : value,
  ])
  return { ...Object.fromEntries(inner), ...Object.fromEntries(added.map((name) => [name, null])) }
}

/** The body with null for each optional field that it leaves out. */
export const withNulls = (component: string, body: Record<string, unknown>): Record<string, unknown> =>
  filled({ $ref: `#/components/schemas/${component}` }, body)
