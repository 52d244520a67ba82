// What CATS is given: the document without the bodies of examples, and by name the values that this target takes.
import { exampleBodies, exampleId, operationsOf, readDocument, resolve, type Document, type Json } from './contract.ts'
import { exampleDocument } from './example-document.ts'
import type { Target } from './peer.ts'

type Schema = { $ref?: string; allOf?: Schema[]; items?: Schema; properties?: Record<string, Schema> }

/** In place of a value: the field is left out. */
const leftOut = 'cats_remove_field'

/** The fields of a body as CATS names them: `loan#purpose`, for entries of a list as for one object. */
const fieldsOf = (source: Document, schema: Schema, path = ''): string[] => {
  const { allOf = [], items, properties = {} } = resolve(source, schema)
  return [
    ...allOf.flatMap((part) => fieldsOf(source, part, path)),
    ...(items ? fieldsOf(source, items, path) : []),
    ...Object.entries(properties).flatMap(([name, part]) => {
      const at = path === '' ? name : `${path}#${name}`
      return [at, ...fieldsOf(source, part, at)]
    }),
  ]
}

const valueIn = (body: unknown, field: string): unknown =>
  field.split('#').reduce<unknown>((value, name) => {
    const one: unknown = Array.isArray(value) ? value[0] : value
    return (one as Json | null | undefined)?.[name]
  }, body)

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
/** An object is made of its fields. */
const isMadeOfFields = (value: unknown): boolean => (Array.isArray(value) ? isObject(value[0]) : isObject(value))

type Body = { path: string; content: { schema: Schema; example?: unknown }; fields: string[]; id: string }

const bodiesIn = (source: Document): Body[] =>
  [...operationsOf(source)].flatMap(([id, { path, operation }]) =>
    Object.values(operation.requestBody?.content ?? {}).flatMap((given) => {
      const content = given as Body['content']
      const fields = fieldsOf(source, content.schema)
      return fields.length > 0 ? [{ id, path, content, fields }] : []
    }),
  )

/** CATS fuzzes the fields of a body that it makes, and sends a body that it is given as it is. */
export const catsDocument = (target: Target): Document => {
  const source = exampleDocument(target)
  for (const { content } of bodiesIn(source)) delete content.example
  return source
}

type Values = Record<string, Record<string, unknown>>

/** By path: which order, or which document, goes into the address, and what the fields of the body hold. */
export const catsValues = (target: Target): Values => {
  const source = readDocument()
  const values: Values = {}
  const put = (path: string, name: string, value: unknown): void => void ((values[path] ??= {})[name] = value)
  for (const [id, { path, parameters }] of operationsOf(source))
    for (const one of parameters) if (one.in === 'path') put(path, one.name, exampleId(id, target))
  const examples = exampleBodies(target)
  for (const { id, path, fields } of bodiesIn(source)) {
    if (examples[id] === undefined) continue
    for (const field of fields) {
      const value = valueIn(examples[id], field)
      if (!isMadeOfFields(value)) put(path, field, value ?? leftOut)
    }
  }
  return values
}

/** A key of its own for each create. */
export const catsHeaders = { all: { 'Idempotency-Key': 'T(java.util.UUID).randomUUID().toString()' } }
