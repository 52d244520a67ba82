// The contract as data: the fields that rules are about are fields of the OpenAPI document.
import t from 'tap'
import { fixtureNames, loadFixture } from './fixture-files.ts'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  then?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Row = { id: string; text: string; field?: string | string[] }

const { schemas } = loadFixture<{ components: { schemas: Record<string, Schema> } }>('openapi.yaml').components
const rows = fixtureNames()
  .filter((name) => name.startsWith('rules/'))
  .flatMap((name) => loadFixture<{ rules: Row[] }>(name).rules)

/** The schema, and those that it refers to or is put together from. */
const joined = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.then ?? []]
    .flat()
    .flatMap(joined),
  ...(schema.$ref ? joined(schemas[schema.$ref.split('/').at(-1)!]!) : []),
]

const propertyOf = (schema: Schema, name: string): Schema[] =>
  joined(schema).flatMap(({ properties }) => properties?.[name] ?? [])

/** The objects that a property is, or has as its entries. */
const objectsIn = (schema: Schema): Schema[] =>
  joined(schema)
    .flatMap((one) => (one.items ? joined(one.items) : [one]))
    .filter(({ properties }) => properties)

const exists = (field: string): boolean => {
  const [component = '', property = '', part] = field.split('.')
  const own = schemas[component] ? propertyOf(schemas[component], property) : []
  if (part === undefined) return own.length > 0
  const parts = own.flatMap(objectsIn)
  return part === '*' ? parts.length > 0 : parts.some((object) => propertyOf(object, part).length > 0)
}

t.test('every field that a rule is about is one of the OpenAPI document', async (t) => {
  const fields = rows.flatMap(({ id, field = [] }) => [field].flat().map((one) => ({ id, field: one })))
  t.ok(fields.length > 0)
  t.strictSame(
    fields.filter(({ field }) => !exists(field)),
    [],
  )
  for (const other of ['Orders.id', 'Order.identity', 'Order.status.colour', 'Order.id.*'])
    t.notOk(exists(other), `${other} is none`)
})

t.test('the text of a rule names its field', async (t) => {
  const unnamed = rows.filter(({ text, field = [] }) => {
    const names = [field]
      .flat()
      .flatMap((one) => one.split('.').slice(1))
      .filter((name) => name !== '*')
    return names.length > 0 && !names.some((name) => new RegExp(`\\b${name}\\b`).test(text))
  })
  t.strictSame(
    unnamed.map(({ id }) => id),
    [
      'catalog.loan-type-codes-and-names-are-strings',
      'catalog.add-on-codes-and-names-are-strings',
      'documents.list-holds-summaries',
      'messages.read-has-an-identifier',
      'order.loan-add-on-codes-and-names-are-strings',
    ],
    'but for those that say it in words',
  )
})
