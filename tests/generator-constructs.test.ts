// The OpenAPI document has none of the constructs that break client generators; they are listed in lab/generators/constructs.yaml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { loadFixture } from './fixture-files.ts'
import { root } from './places.ts'
import { change } from './simulator/samples.ts'

type Json = {
  $ref?: string
  type?: string | string[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  properties?: Record<string, Json>
  schema?: Json
  content?: Record<string, Json>
  tags?: string[]
  operationId?: string
  [keyword: string]: unknown
}
type Named = Record<string, Json>
type Items = Record<string, Named>
type Document = { paths: Items; webhooks: Items; components: { schemas: Named; headers: Named; parameters: Named } }
type Row = { id: string; construct: string; tools: string[]; symptom: string; instead: string }

const { constructs } = parse(readFileSync(join(root, 'lab', 'generators', 'constructs.yaml'), 'utf8')) as {
  constructs: Row[]
}

/** Every object of the document with its path. */
const walk = function* (value: unknown, path = ''): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Json]
  for (const [key, inner] of Object.entries(value)) if (key !== 'examples') yield* walk(inner, `${path}/${key}`)
}

const where = (document: unknown, fits: (value: Json, path: string) => boolean): string[] =>
  [...walk(document)].filter(([path, value]) => fits(value, path)).map(([path]) => path)

const named = ({ components }: Document, one: Json): Json =>
  one.$ref === undefined ? one : components.schemas[one.$ref.split('/').at(-1)!]!

const calls = (items: Items): Json[] =>
  Object.values(items).flatMap((item) => Object.values(item).filter((call) => 'responses' in call))

const typesOf = ({ type }: Json): string[] => [type ?? []].flat()
const choices = ({ anyOf = [], oneOf = [] }: Json): Json[] => [...anyOf, ...oneOf]

const finders: Record<string, (document: Document) => string[]> = {
  'webhook-shares-a-tag': ({ paths, webhooks }) => {
    const taken = new Set(calls(paths).flatMap(({ tags = [] }) => tags))
    return calls(webhooks).flatMap(({ tags = [] }) => tags.filter((tag) => taken.has(tag)))
  },
  'nullable-reference-as-a-component': (document) =>
    Object.entries(document.components.schemas)
      .filter(([, schema]) =>
        choices(schema).some((one) => one.$ref && typesOf(named(document, one)).includes('string')),
      )
      .filter(([, schema]) => choices(schema).some(({ type }) => type === 'null'))
      .map(([name]) => name),
  'header-of-several-types': ({ components }) =>
    Object.entries(components.headers)
      .filter(([, { schema }]) => choices(schema!).length > 0 || typesOf(schema!).length > 1)
      .map(([name]) => name),
  'choice-of-arrays': (document) =>
    where(
      document,
      (one) => choices(one).filter((branch) => typesOf(named(document, branch)).includes('array')).length > 1,
    ),
  'array-without-items': (document) => where(document, (one) => typesOf(one).includes('array') && !('items' in one)),
  'constant-in-a-part': (document) =>
    where(document, (one, path) => 'const' in one && /\/allOf\/\d+\/properties\/[^/]+$/.test(path)),
  'part-narrows-a-nullable': (document) =>
    where(document, ({ allOf = [] }) => {
      const parts = allOf.map((part) => named(document, part).properties ?? {})
      const nullable = ([name]: [string, Json]) =>
        parts.some((part) => part[name] && typesOf(named(document, part[name])).includes('null'))
      return parts.some((part) =>
        Object.entries(part).some((entry) => nullable(entry) && !typesOf(named(document, entry[1])).includes('null')),
      )
    }),
  'array-of-anything-made-narrower': (document) =>
    where(document, ({ allOf = [] }) => {
      const parts = allOf.map((part) => named(document, part).properties ?? {})
      const isOpen = (array: Json | undefined) =>
        array !== undefined && typesOf(array).includes('array') && Object.keys(array['items'] ?? {}).length === 0
      return Object.keys(Object.assign({}, ...parts) as Json).some(
        (name) => parts.some((part) => isOpen(part[name])) && parts.filter((part) => name in part).length > 1,
      )
    }),
  'parameter-named-like-a-schema': ({ components }) =>
    Object.keys(components.parameters).filter((name) => name in components.schemas),
  'schema-named-like-a-response': ({ paths, components }) =>
    calls(paths)
      .map(({ operationId }) => `${String(operationId)[0]!.toUpperCase()}${String(operationId).slice(1)}Response`)
      .filter((name) => name in components.schemas),
  'file-without-binary': (document) => where(document, (one) => 'contentMediaType' in one && one.format !== 'binary'),
  'content-without-schema': (document) =>
    where(document, ({ content = {} }, path) => {
      const isSchema = path.includes('/schema')
      return !isSchema && Object.values(content).some((media) => !('schema' in media))
    }),
  'choice-without-discriminator': (document) => where(document, (one) => 'oneOf' in one),
}

const load = () => loadFixture<Document>('openapi.yaml')

/** The smallest edit that brings each construct in. */
const schemas = 'components.schemas'
const broughtInBy: Record<string, [path: string, to: unknown]> = {
  'webhook-shares-a-tag': ['webhooks.sent', { post: { tags: ['orders'], responses: {} } }],
  'nullable-reference-as-a-component': [
    `${schemas}.NullableMoney`,
    { anyOf: [{ $ref: '#/components/schemas/Money' }, { type: 'null' }] },
  ],
  'header-of-several-types': ['components.headers.RetryAfter.schema', { type: ['integer', 'string'] }],
  'choice-of-arrays': [
    `${schemas}.OrderList`,
    {
      anyOf: [
        { type: 'array', items: {} },
        { type: 'array', items: {} },
      ],
    },
  ],
  'array-without-items': [`${schemas}.OrderList`, { type: ['array', 'null'] }],
  'constant-in-a-part': [`${schemas}.OrderList`, { allOf: [{ properties: { kind: { const: 'list' } } }] }],
  'part-narrows-a-nullable': [
    `${schemas}.OrderList`,
    { allOf: [{ $ref: '#/components/schemas/Address' }, { properties: { city: { type: 'string' } } }] },
  ],
  'array-of-anything-made-narrower': [`${schemas}.ListEnvelope.properties.data`, { type: 'array', items: {} }],
  'parameter-named-like-a-schema': ['components.parameters.OrderId', { name: 'order_id', in: 'path' }],
  'schema-named-like-a-response': [`${schemas}.GetOrderResponse`, { type: 'object' }],
  'file-without-binary': [`${schemas}.UploadDocumentRequest.properties.file.format`, undefined],
  'content-without-schema': ['components.responses.NotFound.content', { '*/*': {} }],
  'choice-without-discriminator': [`${schemas}.OrderList`, { oneOf: [{ type: 'object' }] }],
}

t.test('every construct of the list is looked for', async (t) => {
  const ids = constructs.map(({ id }) => id).toSorted()
  t.strictSame(Object.keys(finders).toSorted(), ids)
  t.strictSame(Object.keys(broughtInBy).toSorted(), ids)
})

for (const { id, construct, tools, symptom, instead } of constructs)
  t.test(`not in the document: ${construct}`, async (t) => {
    t.strictSame(finders[id]!(load()), [], `${tools.join(', ')}: ${symptom} Instead: ${instead}`)
    const [path, to] = broughtInBy[id]!
    t.not(finders[id]!(change(load(), { [path]: to }) as Document).length, 0, 'it is found where it is')
  })
