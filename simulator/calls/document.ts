// The document of the control port, fixtures/control.yaml: read when first needed, and what it says of each operation.
import { readFixture } from '../contract/contract.ts'

export type Schema = Record<string, unknown>

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }

export type DocumentOperation = {
  method: string
  path: string
  parameters: Parameter[]
  /** Schema of the JSON body, where there is one. */
  body: Schema | undefined
}

type Reference = { $ref: string }
type Content = { content?: { 'application/json'?: { schema: Schema } } }
type RawOperation = { operationId: string; parameters?: (Parameter | Reference)[]; requestBody?: Content }
type RawPath = { parameters?: (Parameter | Reference)[] } & Record<string, RawOperation>

export type ControlDocument = {
  info: { version: string }
  paths: Record<string, RawPath>
  components: Record<string, Record<string, unknown>>
}

let read: ControlDocument | undefined

/** Kept once read: the file does not change, and reading it takes longer than answering. */
export const controlDocument = (): ControlDocument => (read ??= readFixture('control.yaml') as ControlDocument)

const resolve = (document: ControlDocument, one: Parameter | Reference): Parameter => {
  if (!('$ref' in one)) return one
  return document.components['parameters']![one.$ref.split('/').at(-1)!] as Parameter
}

/** By operation id. */
export const documentOperations = (document: ControlDocument): Map<string, DocumentOperation> => {
  const byId = new Map<string, DocumentOperation>()
  for (const [path, { parameters: shared = [], ...methods }] of Object.entries(document.paths)) {
    for (const [method, { operationId, parameters = [], requestBody }] of Object.entries(methods)) {
      const all = [...shared, ...parameters].map((one) => resolve(document, one))
      const body = requestBody?.content?.['application/json']?.schema
      byId.set(operationId, { method, path, parameters: all, body })
    }
  }
  return byId
}
