// Holds a call against the control port's own document: path, query and body, with a sentence on what is wrong.
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { bounds } from '../../fixtures/bounds.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'
import { createAjv } from '../contract/schemas.ts'
import { controlDocument, documentOperations } from './document.ts'
import type { DocumentOperation, Schema } from './document.ts'
import { pickKind, type Said } from './pick-kind.ts'

type Part = 'path' | 'query' | 'body'

const dotted = (path: string, ...more: string[]): string => [...path.split('/').slice(1), ...more].join('.')

const namesOf = (schema: Schema | undefined): string => Object.keys((schema?.['properties'] ?? {}) as Schema).join(', ')

/** Where the validator's own words leave open what to send. */
const wordsFor = ({ keyword, params, parentSchema }: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema'>) => {
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as string[]).join(', ')}`
  if (keyword === 'minProperties') return `must have at least ${params['limit']} of ${namesOf(parentSchema)}`
  if (keyword === 'format' && params['format'] === 'date-time')
    return 'must be an RFC 3339 timestamp, such as 2027-01-04T09:00:00Z'
  return undefined
}

const faultOf = ({ keyword, instancePath, params, data, message, parentSchema, propertyName }: ErrorObject): Detail => {
  const [missing, extra] = [params['missingProperty'] as string, params['additionalProperty'] as string]
  if (missing) return { field: dotted(instancePath, missing), code: 'required', message: 'is required' }
  if (extra) {
    const known = namesOf(parentSchema) || 'none'
    return { field: dotted(instancePath, extra), code: 'unknown', message: `is not known here; known are: ${known}` }
  }
  const field = propertyName === undefined ? dotted(instancePath) : dotted(instancePath, propertyName)
  const isScalar = data === null || typeof data !== 'object'
  const said = wordsFor({ keyword, params, parentSchema }) ?? message!
  const hint = keyword === 'pattern' && parentSchema?.['description'] ? ` (${String(parentSchema['description'])})` : ''
  return { field, code: 'invalid_value', ...(isScalar && { value: data }), message: `${said}${hint}` }
}

const engine = (options: { coerceTypes?: boolean; useDefaults?: boolean }): Ajv2020 =>
  createAjv({ allErrors: true, verbose: true, ...options }, ['date', 'date-time', 'uri'])

const schemaOf = (operation: DocumentOperation, part: Part): Schema => {
  if (part === 'body') return operation.body ?? {}
  const parameters = operation.parameters.filter((parameter) => parameter.in === part)
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  return { type: 'object', properties, additionalProperties: false }
}

/** The document is the same for every simulator of a process, so that each of its schemas is read and compiled once. */
const schemas = new Map<string, Schema>()
const compiled = new Map<Schema, ValidateFunction>()
let ajvs: { bodies: Ajv2020; texts: Ajv2020 } | undefined

const validatorOf = (said: Said, id: string, part: Part, value: unknown): ValidateFunction => {
  const document = controlDocument()
  const key = `${id} ${part}`
  let schema = schemas.get(key)
  if (!schema)
    schemas.set(
      key,
      (schema = schemaOf(
        documentOperations().find((one) => one.id === id)!,
        part,
      )),
    )
  if (part === 'body') schema = pickKind(document, said, schema, value)
  let validate = compiled.get(schema)
  if (!validate) {
    ajvs ??= { bodies: engine({}), texts: engine({ coerceTypes: true, useDefaults: true }) }
    validate = (part === 'body' ? ajvs.bodies : ajvs.texts).compile({ ...schema, components: document.components })
    compiled.set(schema, validate)
  }
  return validate
}

/** A sentence names N faults; the details name more. */
const mostSaid = 10

/** @throws Refusal 422 `unusable_value`; gives a query its types and defaults */
export const checkCall = (id: string, part: Part, value: unknown): void =>
  checkAs({ what: `The ${part} of ${id}`, see: 'GET /openapi.yaml describes it.' }, id, part, value)

/** Where to look, for who does not call over HTTP. */
export const ofTheControlPort = 'GET /openapi.yaml of the control port describes it.'

/** The same where nobody calls over HTTP: the sentence says what was given, and what to do. */
export const checkAs = (said: Said, id: string, part: Part, value: unknown): void => {
  const { what, see } = said
  const validate = validatorOf(said, id, part, value)
  if (validate(value)) return
  const faults = (validate.errors ?? []).filter(({ keyword }) => !['propertyNames', 'anyOf'].includes(keyword))
  const details = faults.slice(0, bounds.repeated.details).map(faultOf)
  const named = details.slice(0, mostSaid).map(({ field, message }) => `${field.slice(0, 100) || 'it'} ${message}`)
  if (faults.length > mostSaid) named.push(`and ${faults.length - mostSaid} more`)
  const sentence = `${what} cannot be used: ${named.join('; ')}. ${see}`
  throw new Refusal('unusable_value', sentence, { status: 422, details })
}
