// Which schema describes the body of an answer: that of its operation and status, or the error body for any other error.
import { openapi, operations, type JsonSchema } from '../../contract/contract.ts'
import type { Answered } from '../../evidence/exchange.ts'

const references = new Map<string, JsonSchema>()

/** The same object for the same name, so that what is derived from a schema is derived once. */
export const component = (name: string): JsonSchema => {
  const known = references.get(name) ?? { $ref: `#/components/schemas/${name}` }
  references.set(name, known)
  return known
}

/** Null where any body may come or none. */
export const responseSchema = ({ operation, request, response: { status } }: Answered): JsonSchema | null => {
  // What is no operation of the contract is looked at by a check of its own, and no answer to HEAD has a body.
  if (operation === null || request.method === 'HEAD') return null
  const known = operations().get(operation)?.responses
  const exact = known?.[String(status)] ?? (status < 400 ? known?.[`${Math.floor(status / 100)}XX`] : undefined)
  if (exact) return exact.json
  if (status < 400) return null
  return component(operation === 'requestToken' ? 'TokenError' : 'Error')
}

export const hasComponent = (name: string): boolean => Object.hasOwn(openapi().components.schemas, name)
