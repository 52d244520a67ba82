// What keeps a line of a record from being the event that it says it is, by fixtures/schemas/record.schema.json.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isDeep } from './is-deep.ts'

let ajv: Ajv2020 | undefined

const schemas = (): Ajv2020 => {
  if (ajv) return ajv
  const file = fileURLToPath(import.meta.resolve('#fixtures/schemas/record.schema.json'))
  ajv = new Ajv2020({ strict: false, validateSchema: false })
  return ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object)
}

/** Null where nothing does, and of events that this assay does not know. */
export const faultOfEvent = (event: unknown): string | null => {
  if (typeof event !== 'object' || event === null) return 'it is no object'
  const { at, type } = event as { at?: unknown; type?: unknown }
  if (typeof type !== 'string') return 'it has no type'
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return 'it has no time'
  if (isDeep(event)) return 'it has more levels than any event'
  const fits = /^[a-z-]+$/.test(type)
    ? (schemas().getSchema(`urn:assay:record:2#/$defs/event-${type}`) as ValidateFunction | undefined)
    : undefined
  if (fits === undefined || fits(event)) return null
  const { instancePath, message } = fits.errors![0]!
  return `${type}${instancePath} ${message}`
}
