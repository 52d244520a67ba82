// The document of the control port, fixtures/control.yaml: read when first needed, and what it says of each operation.
import { readFixture } from '../contract/contract.ts'

export type Schema = Record<string, unknown>

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }

export type DocumentOperation = {
  id: string
  method: 'get' | 'post' | 'put' | 'patch'
  /** `/orders/{order_id}`. */
  path: string
  parameters: Parameter[]
  /** Schema of the JSON body, where there is one. */
  body: Schema | undefined
  isBodyRequired: boolean
  /** Of a success. */
  status: number
}

type Reference = { $ref: string }
type Body = { required?: boolean; content?: { 'application/json'?: { schema: Schema } } }
type RawOperation = {
  operationId: string
  parameters?: (Parameter | Reference)[]
  requestBody?: Body
  responses: Record<string, unknown>
}
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

const operationsIn = (document: ControlDocument): DocumentOperation[] =>
  Object.entries(document.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      id: operationId,
      method: method as DocumentOperation['method'],
      path,
      parameters: [...shared, ...parameters].map((one) => resolve(document, one)),
      body: requestBody?.content?.['application/json']?.schema,
      isBodyRequired: requestBody?.required ?? false,
      status: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
    })),
  )

let listed: readonly DocumentOperation[] | undefined

/** In the order of the document; made once. */
export const documentOperations = (): readonly DocumentOperation[] => (listed ??= operationsIn(controlDocument()))
