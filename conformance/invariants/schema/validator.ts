// The component schemas of the OpenAPI document as validators, each compiled when first asked for.
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { addFormats, createAjv } from '../../contract/ajv.ts'
import { openapi, type JsonSchema } from '../../contract/contract.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'

const rewrite = (schemas: unknown): unknown =>
  JSON.parse(JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"contract#/$defs/'))

let ajv: Ajv2020 | undefined

const engine = (): Ajv2020 => {
  if (ajv) return ajv
  // Its optimiser costs more than the few values of a run give back.
  ajv = createAjv({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
  addFormats(ajv)
  ajv.addSchema({ $id: 'contract', $defs: rewrite(openapi().components.schemas) })
  return ajv
}

const validatorOf = memoizeByObject((schema: JsonSchema): ValidateFunction =>
  engine().compile(rewrite(schema) as JsonSchema),
)

/** What is wrong with a value, empty when nothing is. */
export const errorsOf = (schema: JsonSchema, value: unknown): ErrorObject[] => {
  const validate = validatorOf(schema)
  return validate(value) ? [] : (validate.errors ?? [])
}
