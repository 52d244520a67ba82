// The violations of the schema follow the document: what a copy of it lacks is not violated, and each row names what it has.
import t from 'tap'
import { openapi, type JsonSchema } from '../contract/contract.ts'
import { acceptanceRules } from './acceptance-rules.ts'
import { inputRows, requestFields, valuesAt } from './request-fields.ts'
import { schemaViolations } from './schema-violations.ts'

type Schemas = Record<string, JsonSchema & { required: string[]; properties: Record<string, JsonSchema> }>

const idsOf = (change: (schemas: Schemas) => void = () => undefined): string[] => {
  const document = structuredClone(openapi())
  change(document.components.schemas as Schemas)
  return schemaViolations(requestFields(document)).map(({ id }) => id)
}

t.test('a constraint that a copy of the schema lacks has no case', async (t) => {
  const all = idsOf()
  const changes: Record<string, [change: (schemas: Schemas) => void, gone: RegExp]> = {
    required: [
      ({ BorrowerInput }) => (BorrowerInput!.required = ['role']),
      /^missing\.borrowers\.0\.(first|last)_name$|^type\.borrowers\.0\.(first|last)_name\.null$/,
    ],
    enum: [({ OccupancyInput }) => delete OccupancyInput!['enum'], /^member\.property\.occupancy$/],
    format: [({ Date }) => delete Date!['format'], /^date\./],
    maxItems: [
      ({ CreateOrderRequest }) => delete CreateOrderRequest!.properties['borrowers']!['maxItems'],
      /^too-many/,
    ],
    type: [({ LoanInput }) => delete LoanInput!.properties['client']!['type'], /^type\.loan\.client\./],
    field: [({ LoanInput }) => delete LoanInput!.properties['investor'], /^type\.loan\.investor\./],
  }
  for (const [keyword, [change, gone]] of Object.entries(changes)) {
    t.ok(
      all.some((id) => gone.test(id)),
      keyword,
    )
    t.strictSame(
      idsOf(change),
      all.filter((id) => !gone.test(id)),
      keyword,
    )
  }
})

t.test('a limit that a copy of the schema has changed is exceeded by one', async (t) => {
  const document = structuredClone(openapi())
  const { CreateOrderRequest } = document.components.schemas as Schemas
  CreateOrderRequest!.properties['borrowers']!['maxItems'] = 1
  const tooMany = schemaViolations(requestFields(document)).find(({ id }) => id === 'too-many.borrowers')!
  const request = { borrowers: [{ role: 'borrower' }] }
  tooMany.mutate(request as never, undefined as never)
  t.equal(request.borrowers.length, 2)
})

t.test('a row is about what the schema says, and what the schema says has a row', async (t) => {
  const fields = new Map(requestFields().map((field) => [field.path, field]))
  const rows = [...inputRows('accepted'), ...inputRows('refused')]
  const named = new Set<string>()
  for (const { rule, inputs } of rows)
    for (const { path, keyword, is } of inputs) {
      if (path === undefined) continue
      const field = fields.get(path.replaceAll(/\.\d+(?=\.)/g, '.*'))
      t.ok(field, `${rule}: ${path}`)
      if (is === 'refused') named.add(`${field!.schema === undefined ? '' : field!.path} ${keyword}`)
      const says = keyword === 'required' ? field!.isRequired : field!.schema[keyword] !== undefined
      t.equal(says, keyword !== 'required' || is === 'refused', `${rule}: ${keyword} at ${path}`)
    }
  for (const { path, isRequired, isImplied, schema } of fields.values()) {
    if (isRequired && !isImplied) t.ok(named.has(`${path} required`), `${path} is required`)
    for (const keyword of ['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum', 'format'])
      if (schema[keyword] !== undefined) t.ok(named.has(`${path} ${keyword}`), `${path} has ${keyword}`)
    if (schema['enum'] !== undefined && !path.startsWith('parties.real_estate_agent.'))
      t.ok(named.has(`${path} enum`), `${path} has members`)
  }
})

t.test('null is asked of no field that the contract does not say is required', async (t) => {
  const nulls = schemaViolations(requestFields()).flatMap(({ id }) => /^type\.(.*)\.null$/.exec(id)?.[1] ?? [])
  t.ok(nulls.includes('borrowers.0.first_name'))
  const implied = /contacts\.0\.(?:type|role|value)|notes\.0\./
  t.strictSame(
    nulls.filter((path) => implied.test(path)),
    [],
  )
})

t.test('values are found under every entry of an array', async (t) => {
  const request = { borrowers: [{ contacts: [{ type: 'phone' }, { type: 'email' }] }, {}], notes: null }
  t.strictSame(valuesAt(request, 'borrowers.*.contacts.*.type'), ['phone', 'email'])
  t.strictSame(valuesAt(request, 'notes.*.type'), [])
  t.strictSame(valuesAt(request, 'loan.purpose'), [])
  const rule = acceptanceRules().find((one) => one.rule === 'create.accepts-every-contact-type')!
  t.strictSame(rule.keysOf({ request } as never), ['phone', 'email'])
  t.strictSame(rule.members!({} as never).toSorted(), ['email', 'email', 'phone', 'phone'])
})
