// The OpenAPI document itself: a strict validator takes it, every schema compiles, and every example keeps its schema.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { loadFixture } from './fixture-files.ts'

type Schema = Record<string, unknown> & { examples?: unknown[] }
type Document = { components: { schemas: Record<string, Schema> }; paths: Record<string, Record<string, unknown>> }

const load = () => loadFixture<Document>('openapi.yaml')

const compile = (components: Document['components']) => {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addVocabulary(['x-known-values', 'x-implied-required', 'components'])
  ajv.addSchema({ components }, 'contract')
  return (name: string) => ajv.getSchema(`contract#/components/schemas/${name}`)!
}

t.test('a strict validator takes the document, and refuses a broken one', async (t) => {
  const { valid, errors } = await new Validator().validate(load())
  t.ok(valid, JSON.stringify(errors))
  const broken = load()
  broken.paths['/ping']!['get'] = { operationId: 'ping', responses: 'none' }
  t.notOk((await new Validator().validate(broken)).valid, 'an operation whose responses are a text')
})

t.test('every schema compiles strictly, and every example keeps its schema', async (t) => {
  const { components } = load()
  const schemaOf = compile(components)
  let examples = 0
  for (const [name, { examples: own = [] }] of Object.entries(components.schemas)) {
    const validate = schemaOf(name)
    for (const example of own) {
      examples += 1
      t.ok(validate(example), `${name}: ${JSON.stringify(validate.errors)}`)
    }
  }
  t.ok(examples > 0, 'examples were held against their schemas')
  const order = structuredClone(components.schemas['Order']!.examples![0]) as Record<string, unknown>
  delete order['status']
  t.notOk(schemaOf('Order')(order), 'an order without its status')
})
