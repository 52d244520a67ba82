// What the rows of an exported world have to be, as far as their own fields go.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { createAjv } from '../schemas.ts'
import type { TableName } from '../store/data.ts'
import { completeRow, rowSchema, tableNames } from '../store/row-shape.ts'
import type { StoreRows } from '../store/store.ts'

const object = (properties: Record<string, object>, more: object = { additionalProperties: false }): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
})

const texts = { type: 'array', items: { type: 'string' } }

/** As its author wrote it, who counts no orders. */
const companySchema = (): object => {
  const { required = [], ...shape } = rowSchema('companies')
  return { ...shape, required: required.filter((name) => name !== 'next_order_number') }
}

const credentialSchema = object(
  {
    id: { type: 'string' },
    secret: { type: 'string' },
    lender_id: { type: 'string' },
    environment: { enum: ['production', 'sandbox'] },
  },
  {},
)

const schema = (): object => ({
  type: 'object',
  required: ['now', 'ids', 'world', 'tables', 'files'],
  properties: {
    now: { type: 'string' },
    ids: { type: 'string' },
    checksum: { type: 'string' },
    world: object(
      {
        name: { type: 'string' },
        companies: { type: 'array', items: companySchema() },
        lenders: { type: 'array', items: rowSchema('lenders') },
        credentials: { type: 'array', items: credentialSchema },
        roles: object({ main: { type: 'string' } }, { additionalProperties: { type: 'string' } }),
        postal_codes: object({ resolvable: texts, unresolvable: texts }),
      },
      {},
    ),
    tables: object(Object.fromEntries(tableNames.map((name) => [name, { type: 'array', items: rowSchema(name) }]))),
    files: { type: 'object', additionalProperties: { type: 'string' } },
  },
})

/** The rows of a world that has the shape, with null for what it leaves out. */
export const completeRows = (tables: object): StoreRows =>
  Object.fromEntries(
    Object.entries(structuredClone(tables) as Record<TableName, object[]>).map(([name, all]) => [
      name,
      all.map((row) => completeRow(name as TableName, row)),
    ]),
  ) as unknown as StoreRows

let validate: ValidateFunction | undefined

const said = ({ instancePath, message, params }: ErrorObject): string =>
  [instancePath.slice(1).replaceAll('/', '.') || 'it', message, params['additionalProperty']].filter(Boolean).join(' ')

/** The first thing that is not as it has to be. */
export const shapeFault = (file: unknown): string | undefined => {
  validate ??= createAjv({ allowUnionTypes: true }).compile(schema())
  return validate(file) ? undefined : said(validate.errors![0]!)
}
