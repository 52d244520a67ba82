// One JSON body with the schema that describes it: walked and validated once, for all judges that look at it.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../contract.ts'
import { jsonOf, type Answered } from '../../target/exchange.ts'
import type { Claim } from '../comparison.ts'
import { responseSchema } from './response-schema.ts'
import { errorsOf } from './validator.ts'
import { visits, type Visit } from './visit.ts'

export type Shape = { body: unknown; visits: Visit[]; errors: ErrorObject[] }

export type ShapeJudge = { id: string; rules: readonly string[]; judge(shape: Shape): Claim[] }

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body that is missing or no object is read as an empty object: each field it should have is then missing. */
export const shapeOf = (schema: JsonSchema, body: unknown): Shape => {
  const value = isObject(body) ? body : {}
  return { body: value, visits: visits(schema, value), errors: errorsOf(schema, value) }
}

const shapes = new WeakMap<Answered, Shape>()

/** Null where the contract describes no body for this answer. */
export const shapeOfAnswer = (exchange: Answered): Shape | null => {
  const schema = responseSchema(exchange)
  if (schema === null) return null
  const known = shapes.get(exchange) ?? shapeOf(schema, jsonOf(exchange.response.body))
  shapes.set(exchange, known)
  return known
}
