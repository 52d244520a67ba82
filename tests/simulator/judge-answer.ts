// Holds an HTTP answer against fixtures/openapi.yaml: the status is declared, the headers are there, the body fits.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { loadFixture } from '../fixture-files.ts'

type Ref = { $ref: string }
type Content = Record<string, { schema?: object }>
type Response = { headers?: Record<string, object>; content?: Content }
type Operation = { operationId: string; responses: Record<string, Response | Ref>; security?: unknown[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response>; schemas: Record<string, object> }
}

/** What is judged; `path` is relative to the base address and has no query. */
type JudgedAnswer = {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  body: unknown
}

const openapi = loadFixture<Document>('openapi.yaml')
const ajv = new Ajv2020({ allErrors: true, strict: false })
ajv.addVocabulary(['x-known-values', 'x-implied-required', 'components'])
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ components: openapi.components }, 'c')

const compiled = new Map<string, ValidateFunction>()

/** Compiles a schema whose references point into the document. */
const validator = (schema: object): ValidateFunction => {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"c#/components')
  let validate = compiled.get(text)
  if (!validate) compiled.set(text, (validate = ajv.compile(JSON.parse(text) as object)))
  return validate
}

const templates = Object.entries(openapi.paths).flatMap(([template, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    })),
)

/** Every operation with its path template, for tests that go through all of them. */
export const operations = templates.map(({ method, template, operation }) => ({
  id: operation.operationId,
  method,
  template,
  needsToken: operation.security === undefined,
}))

const resolve = (response: Response | Ref): Response =>
  '$ref' in response ? openapi.components.responses[response.$ref.split('/').at(-1)!]! : response

/** What an operation that is not in the document has to answer. */
const unknownOperation: Record<string, Response | Ref> = {
  '404': { $ref: '#/components/responses/NotFound' },
  '429': { $ref: '#/components/responses/TooManyRequests' },
}

const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** One sentence for each thing that is wrong with an answer; none when it is as declared. */
export const judgeAnswer = ({ method, path, status, headers, body }: JudgedAnswer): string[] => {
  const found = templates.find((one) => one.method === method.replace('HEAD', 'GET') && one.pattern.test(path))
  const responses = found?.operation.responses ?? unknownOperation
  const declared = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`]
  const name = `${found?.operation.operationId ?? `${method} ${path}`} ${status}`
  if (!declared) return [`${name} is not declared: ${JSON.stringify(body)}`]
  const response = resolve(declared)
  const wanted = [...new Set([...limitHeaders, ...Object.keys(response.headers ?? {})])]
  const problems = wanted.flatMap((header) => {
    const value = headers[header.toLowerCase()]
    if (value === undefined) return [`${name} has no ${header}`]
    return header === 'Location' || /^\d+$/.test(value) ? [] : [`${name} has ${header}: ${value}`]
  })
  const schema = response.content?.['application/json']?.schema
  if (!schema || method === 'HEAD') return problems
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    problems.push(`${name} is ${headers['content-type']}`)
  const validate = validator(schema)
  if (validate(body)) return problems
  return [
    ...problems,
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`),
  ]
}

/** Holds a value against a schema of the document by name, such as `OrderCreatedEvent`. */
export const judgeSchema = (name: string, value: unknown): string[] => {
  const validate = ajv.getSchema(`c#/components/schemas/${name}`)!
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
