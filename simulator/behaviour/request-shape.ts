// The shape of a request body, made of its schema in the OpenAPI document: what may be left out may be null as well.
import type { Schema } from '../contract/contract.ts'
import { notBlank, nullable, type Shape } from './shape.ts'

type Document = {
  schemas: Readonly<Record<string, Schema>>
  /** Fields that are required besides, by component. */
  demanded: Readonly<Record<string, readonly string[]>>
}

const union = (parts: readonly Schema[]): Schema => ({
  ...(Object.assign({}, ...parts) as Schema),
  required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
})

/** A schema in one piece: references followed, and what it must fit besides taken in. */
const whole = (schema: Schema, document: Document): Schema => {
  const { $ref, allOf = [], ...own } = schema
  const component = $ref?.split('/').at(-1)
  if (component === undefined) return union([own, ...allOf.map((one) => whole(one, document))])
  return union([whole(document.schemas[component]!, document), { required: [...(document.demanded[component] ?? [])] }])
}

const forms = ['enum', 'format', 'pattern']
const constraints = [...forms, 'minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum']

const hasNoForm = (shape: Shape): boolean => !forms.some((keyword) => keyword in shape)

const shapeOf = (given: Schema, document: Document): Shape => {
  const { items, properties = {}, required = [], ...schema } = whole(given, document)
  const member = ([name, one]: [string, Schema]): [string, Shape] => {
    const shape = shapeOf(one, document)
    if (!required.includes(name)) return [name, nullable(shape)]
    return [name, shape['type'] === 'string' && hasNoForm(shape) ? { ...shape, pattern: notBlank } : shape]
  }
  const kept = Object.entries(schema).filter(([keyword]) => keyword === 'type' || constraints.includes(keyword))
  return {
    ...Object.fromEntries(kept),
    ...(schema['type'] === 'object' && {
      required,
      properties: Object.fromEntries(Object.entries(properties).map(member)),
    }),
    ...(items && { items: shapeOf(items, document) }),
  }
}

export const requestShape = (component: string, schemas: Document['schemas'], demanded: Document['demanded']): Shape =>
  shapeOf({ $ref: component }, { schemas, demanded })
