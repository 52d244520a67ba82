// One JSON body with the schema that describes it: walked and validated once, for all invariants.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../contract/contract.ts'
import { isObject } from '../../contract/is-object.ts'
import { envelopeOf, type Delivery } from '../../evidence/delivery.ts'
import { jsonOf, type Answered } from '../../evidence/exchange.ts'
import type { Assertion } from '../../evidence/assertion.ts'
import { component, hasComponent, responseSchema } from './response-schema.ts'
import { errorsOf } from './validator.ts'
import { visits, type Visit } from './visit.ts'

type Shape = { body: unknown; visits: Visit[]; errors: ErrorObject[] }

export type ShapeInvariant = { id: string; rules: readonly string[]; assert(shape: Shape): Assertion[] }

/** A body that is missing or no object is read as an empty object: each field it should have is then missing. */
const shapeOf = (schema: JsonSchema, body: unknown): Shape => {
  const value = isObject(body) ? body : {}
  return { body: value, visits: visits(schema, value), errors: errorsOf(schema, value) }
}

/** All invariants see one answer or delivery before the next. */
let latest: { of: Answered | Delivery; shape: Shape } | null = null

const shapeFor = (of: Answered | Delivery, schema: JsonSchema, body: unknown): Shape => {
  if (latest?.of !== of) latest = { of, shape: shapeOf(schema, body) }
  return latest.shape
}

/** `order.status_changed` is described by the component OrderStatusChangedEvent; a type unknown to us by the envelope. */
const eventSchema = (type: unknown): JsonSchema => {
  const words = typeof type === 'string' ? type.split(/[._]/) : []
  const name = `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Event`
  return component(words.length > 0 && hasComponent(name) ? name : 'EventEnvelope')
}

export const shapeOfDelivery = (delivery: Delivery): Shape =>
  shapeFor(delivery, eventSchema(envelopeOf(delivery).type), delivery.json)

/** Null where the contract describes no body for this answer. */
export const shapeOfAnswer = (exchange: Answered): Shape | null => {
  const schema = responseSchema(exchange)
  return schema === null ? null : shapeFor(exchange, schema, jsonOf(exchange.response.body))
}
