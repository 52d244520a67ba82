// The contract as data: every file keeps its schema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { parse } from 'yaml'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { fixtureNames, loadFixture } from './fixture-files.ts'
import { freedoms, limits, vectors } from './fixture-tables.ts'
import { root } from './places.ts'

const schemaOf = (name: string): string => {
  if (name.startsWith('rules/')) return 'rules'
  if (name.startsWith('vectors/')) return 'vectors'
  if (name.startsWith('rule-sets/')) return 'rule-set'
  if (name.startsWith('adequacy/')) return name.replace(/^adequacy\/|\.(yaml|json)$/g, '')
  return name.replace(/\.yaml$/, '')
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })

;(addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, ['date-time'])
const validator = (schemaName: string): ValidateFunction => {
  const schema = loadFixture<{ $id: string }>(`schemas/${schemaName}.schema.json`)
  return ajv.getSchema(schema.$id) ?? ajv.compile(schema)
}

t.test('every file keeps its schema', async (t) => {
  // Documents with a standard or a schema of their own, judged by their own tests.
  const elsewhere = /^(openapi|control)\.yaml$|^worlds\/|^schemas\//
  const files = fixtureNames().filter((name) => !elsewhere.test(name))
  t.ok(files.length > 0)
  for (const name of files) {
    const validate = validator(schemaOf(name))
    t.ok(validate(loadFixture(name)), name, { errors: validate.errors })
  }
})

t.test('no file in JSON has a key twice, of which JSON.parse says nothing', async (t) => {
  const files = fixtureNames().filter((name) => name.endsWith('.json'))
  t.ok(files.length > 0)
  for (const name of files) t.doesNotThrow(() => parse(readFileSync(join(root, 'fixtures', name), 'utf8')), name)
  t.throws(() => parse('{"a":1,"a":1}'))
})

t.test('a schema refuses a row that is not whole', async (t) => {
  const refuses = (schema: string, data: unknown): boolean => !validator(schema)(data)
  const rule = {
    id: 'create.x',
    source: 'S',
    basis: 'implied',
    rests_on: ['P1'],
    text: 'A text.',
    operations: 'all',
  }
  t.notOk(refuses('rules', { area: 'create', rules: [rule] }))
  t.ok(refuses('rules', { area: 'create', rules: [{ ...rule, level: 'may' }] }))
  for (const basis of ['explicit', 'implied'])
    t.ok(refuses('rules', { area: 'create', rules: [{ ...rule, basis, rests_on: undefined }] }), 'no passage says it')
  t.ok(refuses('rules', { area: 'create', rules: [{ ...rule, basis: 'inferred' }] }), 'no counter-reading')
  t.ok(refuses('rules', { area: 'elsewhere', rules: [rule] }))
  t.ok(refuses('rules', { area: 'create', rules: [{ ...rule, id: 'Create X' }] }))
  const without = (name: string, key: string): unknown => ({ ...loadFixture<object>(name), [key]: undefined })
  t.ok(refuses('freedoms', { freedoms: [{ ...freedoms[0], readings: { one: 'Only one.' } }, ...freedoms.slice(1)] }))
  t.ok(refuses('lifecycle', without('lifecycle.yaml', 'advance')))
  t.ok(refuses('webhooks', without('webhooks.yaml', 'signature')))
  t.ok(refuses('errors', without('errors.yaml', 'codes')))
  t.ok(refuses('limits', { ...loadFixture<object>('limits.yaml'), limits: { ...limits, more: { value: 'many' } } }))
  t.ok(refuses('enumerations', { ...loadFixture<object>('enumerations.yaml'), enumerations: { only: ['one'] } }))
  t.ok(refuses('vectors', { ...vectors, positive: [{ ...vectors.positive[0], v1: 'short' }] }))
})
