// The schema library, loaded when the first value is validated: a simulator is ready without it.
import { createRequire } from 'node:module'
import type * as Library from 'ajv/dist/2020.js'
import type { Ajv2020, Options } from 'ajv/dist/2020.js'

const load = createRequire(import.meta.url)

/** A validator of schemas of our own, which tests hold against the meta-schema; its optimiser costs more than it gives back. */
export const createAjv = (options: Options, formats: readonly string[] = []): Ajv2020 => {
  const { Ajv2020: Engine } = load('ajv/dist/2020.js') as typeof Library
  const addFormats = load('ajv-formats') as (ajv: Ajv2020, formats: readonly string[]) => void
  const ajv = new Engine({ strict: false, validateSchema: false, code: { optimize: false }, ...options })
  if (formats.length > 0) addFormats(ajv, formats)
  return ajv
}
