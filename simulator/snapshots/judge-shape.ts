// Validates values against a schema of ours, which is compiled on first use: the first fault.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { createAjv } from '../contract/schemas.ts'

export const object = (properties: Record<string, object>, more: object = { additionalProperties: false }): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
})

const said = ({ instancePath, message, params }: ErrorObject): string =>
  [instancePath.slice(1).replaceAll('/', '.') || 'it', message, params['additionalProperty']].filter(Boolean).join(' ')

/** Undefined where nothing is wrong. */
export const shapeJudge = (schema: () => object): ((value: unknown) => string | undefined) => {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= createAjv({ allowUnionTypes: true }).compile(schema())
    return validate(value) ? undefined : said(validate.errors![0]!)
  }
}
