// The schema validator, loaded when something is first validated: a run that only begins needs none of it.
import { createRequire } from 'node:module'
import type * as Library from 'ajv/dist/2020.js'

const load = createRequire(import.meta.url)

type Ajv = Library.Ajv2020

export const createAjv = (options: ConstructorParameters<typeof Library.Ajv2020>[0]): Ajv => {
  const library = load('ajv/dist/2020.js') as typeof Library
  return new library.Ajv2020(options)
}

export const addFormats = (ajv: Ajv): void => (load('ajv-formats') as { default: (ajv: Ajv) => void }).default(ajv)
