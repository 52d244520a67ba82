// A body that may be one of several kinds is validated against the kind that it names, so that the error is about that one.
import { Refusal } from '../domain/refusal.ts'
import type { ControlDocument, Schema } from './document.ts'

type Kind = Schema & { properties: { kind: { const: string } } }

const resolve = ({ components }: ControlDocument, schema: Schema): Schema =>
  typeof schema['$ref'] === 'string' ? (components['schemas']![schema['$ref'].split('/').at(-1)!] as Schema) : schema

/** The beginning and the end of a sentence that says what is wrong. */
export type Said = { what: string; see: string }

const unknownKind = ({ what, see }: Said, value: unknown, names: readonly string[]): Refusal => {
  const message = `must be one of ${names.join(', ')}`
  const sentence = `${what} cannot be used: kind ${message}. ${see}`
  const details = [{ field: 'kind', code: 'invalid_value', value, message }]
  return new Refusal('unusable_value', sentence, { status: 422, details })
}

/** The schema itself where it has no kinds. @throws Refusal 422 `unusable_value` */
export const pickKind = (document: ControlDocument, said: Said, schema: Schema, value: unknown): Schema => {
  const { oneOf } = resolve(document, schema)
  if (!Array.isArray(oneOf)) return schema
  const kinds = new Map((oneOf as Schema[]).map((one) => [(resolve(document, one) as Kind).properties.kind.const, one]))
  const kind = (value as { kind?: unknown } | null | undefined)?.kind
  const picked = kinds.get(kind as string)
  if (!picked) throw unknownKind(said, kind, [...kinds.keys()])
  return picked
}
