// Hostile requests as plain data, drawn from the two documents: what a client may get wrong on purpose, at either port.
import fc from 'fast-check'
import { parse } from 'yaml'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.ts'
import { complete } from '../simulator/samples.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string }
type RawOperation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = {
  paths: Record<string, Record<string, RawOperation>>
  components: Record<string, Record<string, Schema>>
}

type Port = 'public' | 'control'
export type HostileRequest = {
  port: Port
  operation: string
  method: string
  /** Placeholders in braces where an id belongs that exists. */
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Stands in what is sent, and must stand in no header that comes back. */
export const marker = 'assay-fuzz-marker'

const injections = [
  `x\r\nX-Injected: ${marker}`,
  `${marker}\u0000`,
  '%0d%0aX-Injected:%20yes',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '${7*7}',
  '\ud800',
  '\u202e\u2028\u0085',
  'x'.repeat(5000),
  ' '.repeat(5000),
  '.'.repeat(3000),
  '9'.repeat(400),
  '-1',
  '1e309',
  '2999-02-30',
  '+275760-09-13T00:00:00Z',
  'aGk=',
  'https://127.0.0.1:1/hook',
]

const hostileText = fc.oneof(
  fc.constantFrom(...injections),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
)
const hostileNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 1e21, 2 ** 53, -(2 ** 63), 1e12))
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(hostileNumber, { minLength: 200, maxLength: 600 }) },
)

const resolved = (document: Document, schema: Schema): Schema => {
  const reference = schema['$ref'] as string | undefined
  if (reference !== undefined)
    return resolved(document, document.components[reference.split('/').at(-2)!]![reference.split('/').at(-1)!]!)
  const several = (schema['allOf'] ?? schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined
  return several ? several.reduce<Schema>((all, one) => ({ ...all, ...resolved(document, one) }), schema) : schema
}

/** A value that fits its schema as a rule. */
const fitting = (document: Document, given: Schema, depth: number): fc.Arbitrary<unknown> => {
  const schema = resolved(document, given)
  const type = [schema['type']].flat()[0]
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if (schema['properties'] && depth < 5) return objectOf(document, schema, depth + 1)
  if (type === 'array')
    return fc.array(mostly(document, (schema['items'] ?? {}) as Schema, depth + 1), { maxLength: 3 })
  if (type === 'integer' || type === 'number') return fc.integer({ min: 0, max: 100 })
  if (type === 'boolean') return fc.boolean()
  if (schema['format'] === 'date') return fc.constantFrom('2999-01-01', '2027-02-28')
  return fc.constantFrom(
    'x',
    '1004',
    '78701',
    '+1 512 555 0100',
    '650.00',
    'USD',
    'order.created',
    '{order_id}',
    'a.pdf',
    'application/pdf',
  )
}

const mostly = (document: Document, schema: Schema, depth: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: fitting(document, schema, depth) }, { weight: 1, arbitrary: hostileValue })

const objectOf = (document: Document, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema['properties'] as Record<string, Schema>)
  const model = Object.fromEntries(fields.map(([name, one]) => [name, mostly(document, one, depth)]))
  return fc
    .tuple(
      fc.record(model, { requiredKeys: [] }),
      fc.option(fc.tuple(hostileText, hostileValue), { freq: 8, nil: null }),
    )
    .map(([body, more]) => (more === null ? body : { ...body, [more[0]]: more[1] }))
}

/** Bodies that are taken as they stand, so that what is put into them meets what comes after the shape is judged. */
const taken: Record<string, object> = {
  createOrder: {
    ...complete(Date.UTC(2100, 0)),
    documents: [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain', purpose: 'other', description: 'x' }],
  },
  amendOrder: {
    lender_reference: 'x',
    appraiser_instructions: 'x',
    due_date: '2200-01-01',
    loan: { number: 'x', client: 'x', investor: 'x' },
    borrowers: [{ first_name: 'Sam', contacts: [{ type: 'phone', role: 'cell', value: 'x' }] }],
    notes: [{ type: 'order', text: 'x' }],
  },
  holdOrder: { reason: 'x' },
  resumeOrder: {},
  cancelOrder: { reason: 'x' },
  sendMessage: { recipient: 'manager', subject: 'x', body: 'x', document_ids: [] },
  setWebhook: { url: 'https://127.0.0.1:1/hook', enabled: true, events: ['order.created'], secret: 'x'.repeat(40) },
  testWebhook: { type: 'order.created' },
  advanceOrder: { to_status: 'report_complete' },
  createRevisionRequest: { kind: 'correction', reason: 'x', document_ids: [] },
  advanceClock: { seconds: 60 },
  setLenderWebhook: { url: 'https://127.0.0.1:1/hook', enabled: true, events: ['*'], secret: 'x'.repeat(40) },
  addDocument: { kind: 'other', filename: 'a.txt', content_type: 'text/plain', content: 'aGk=', announce: true },
  postMessage: {
    from: 'manager',
    subject: 'x',
    body: 'x',
    files: [{ filename: 'a.txt', content_type: 'text/plain', content: 'aGk=' }],
  },
  changeFee: { appraisal_fee: '1.00' },
  deliverReport: {},
}

/** A copy with some of its values replaced, each by its place in the order of all. */
const replaced = (sample: object, edits: readonly (readonly [number, unknown])[]): unknown => {
  const copy = structuredClone(sample) as Record<string, unknown>
  for (const [at, value] of edits) {
    const places: [Record<string, unknown>, string][] = []
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      for (const key of Object.keys(node)) {
        places.push([node as Record<string, unknown>, key])
        visit((node as Record<string, unknown>)[key])
      }
    }
    visit(copy)
    const place = places[at % Math.max(places.length, 1)]
    if (place) place[0][place[1]] = value
  }
  return copy
}

const edited = (sample: object): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(fc.nat({ max: 500 }), hostileValue), { maxLength: 2 }).map((edits) =>
    // A value that is drawn twice must not be put into itself.
    replaced(
      sample,
      edits.map(([at, value]) => [at, structuredClone(value)]),
    ),
  )

const spoiled = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat(), fc.constantFrom('', '\u0000', '"', '{', '[['.repeat(600), '}', ',', '\\', '1e999'))
    .map(([all, at, put]) => {
      const index = at % (all.length + 1)
      return `${all.slice(0, index)}${put}${all.slice(index + 1)}`
    })

const parts = fc
  .array(
    fc.record({
      name: fc.oneof(fc.constantFrom('kind', 'purpose', 'description', 'file', '__proto__'), hostileText),
      filename: fc.option(fc.oneof(fc.constantFrom('a.pdf', 'a.exe. .'), hostileText), { nil: null }),
      value: fc.oneof(fc.constantFrom('supporting', 'other', '%PDF-1.4\n'), hostileText),
    }),
    { maxLength: 6 },
  )
  .map(
    (all) =>
      all
        .map(({ name, filename, value }) => {
          const file = filename === null ? '' : `; filename="${filename}"`
          return `--fuzz\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
        })
        .join('') + '--fuzz--\r\n',
  )

const wholeUpload = [
  '--fuzz\r\nContent-Disposition: form-data; name="kind"\r\n\r\nsupporting\r\n',
  '--fuzz\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n',
  '--fuzz--\r\n',
].join('')
const uploads = fc.oneof(fc.constant(wholeUpload), spoiled(fc.constant(wholeUpload)), parts, spoiled(parts))

const headerNames = [
  'accept',
  'idempotency-key',
  'content-encoding',
  'x-request-id',
  'x-forwarded-host',
  'cookie',
  'range',
  'origin',
  'x-correlation-id',
]
/** What a header may hold at all: the client refuses the rest before it is sent. */
const headerValue = hostileText
  .map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '?').slice(0, 2000))
  .map((text) => `${marker}${text}`)

const inPath = (template: string): fc.Arbitrary<string> => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (names.length === 0) return fc.constant(template)
  const value = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(`{${name}}`) },
      {
        weight: 1,
        arbitrary: hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString()).slice(0, 3000)),
      },
    )
  return fc
    .tuple(...names.map(value))
    .map((values) => values.reduce((path, one, n) => path.replace(`{${names[n]}}`, () => one), template))
}

const inQuery = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'page', 'per_page', '__proto__', 'x[]'), hostileText), { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`.slice(0, 6000)))

const requestsOf = (port: Port, document: Document): fc.Arbitrary<HostileRequest>[] =>
  Object.entries(document.paths).flatMap(([template, { parameters: _shared, ...methods }]) =>
    Object.entries(methods)
      // It would do what it is asked for: let domain time stand still.
      .filter(([, { operationId }]) => operationId !== 'holdClock')
      .map(([method, operation]) => {
        const content = operation.requestBody?.content ?? {}
        const schema = (content['application/json'] ?? content['application/x-www-form-urlencoded'])?.schema
        const sample = taken[operation.operationId]
        const drawn = schema ? mostly(document, schema, 0) : hostileValue
        const json = (
          sample ? fc.oneof({ weight: 3, arbitrary: edited(sample) }, { weight: 1, arbitrary: drawn }) : drawn
        ).map((value) => JSON.stringify(value) ?? 'null')
        const bodies = fc.oneof(
          { weight: 6, arbitrary: json },
          { weight: 2, arbitrary: spoiled(json) },
          { weight: 1, arbitrary: hostileText },
        )
        const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
        const isUpload = 'multipart/form-data' in content
        const body = method === 'get' ? fc.constant(null) : isUpload ? uploads : bodies
        const usual = isUpload ? 'multipart/form-data; boundary=fuzz' : 'application/json'
        const type = fc.oneof(
          { weight: 8, arbitrary: fc.constant(usual) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              'text/plain',
              'application/x-www-form-urlencoded',
              'multipart/form-data',
              'application/json; charset=utf-16',
              '',
            ),
          },
        )
        return fc
          .record({
            path: inPath(template),
            query: inQuery(names),
            body,
            type,
            more: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 2 }),
          })
          .map(({ path, query, body, type, more }) => ({
            port,
            operation: operation.operationId,
            method: method.toUpperCase(),
            path: path + query,
            headers: { ...more, ...(body !== null && type !== '' && { 'content-type': type }) },
            body,
          }))
      }),
  )

const read = (name: string): Document => parse(readFileSync(join(root, 'fixtures', name), 'utf8')) as Document

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  ...requestsOf('public', read('openapi.yaml')),
  ...requestsOf('control', read('control.yaml')),
)
