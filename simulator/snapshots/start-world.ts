// What the world that a simulator begins with has to be: its shape, and that what it names is there.
import { createStore } from '../store/create-store.ts'
import { keyOf } from '../store/data.ts'
import { rowSchema } from '../store/row-shape.ts'
import type { StoreRows } from '../store/store.ts'
import { loadContract, type Contract } from '../contract/contract.ts'
import { seedWorld, type World } from '../engine/world.ts'
import { object, shapeJudge } from './judge-shape.ts'
import { partyValueFault, said } from './party-values.ts'

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

export const startWorldSchema = (): object =>
  object(
    {
      name: { type: 'string' },
      companies: { type: 'array', items: companySchema() },
      lenders: { type: 'array', items: rowSchema('lenders') },
      credentials: { type: 'array', items: credentialSchema },
      roles: object({ main: { type: 'string' } }, { additionalProperties: { type: 'string' } }),
      postal_codes: object({ resolvable: texts, unresolvable: texts }),
    },
    {},
  )

/** The first thing of its shape that is not as it has to be. */
export const startShapeFault = shapeJudge(startWorldSchema)

export const missing = (what: string, key: string, of: string): string =>
  `there is no ${what} ${/^[\w:.-]{1,80}$/.test(key) ? key : said(key)}, which ${of} names`

type Parties = Pick<StoreRows, 'companies' | 'lenders' | 'clients'>

export const keysOf = (rows: readonly Parameters<typeof keyOf>[0][]): Set<string> =>
  new Set(rows.map((row) => keyOf(row)))

export const partyFault = (rows: Parties, { roles }: World): string | undefined => {
  const [companies, lenders, clients] = [rows.companies, rows.lenders, rows.clients].map(keysOf)
  for (const { id, company_id } of rows.lenders)
    if (!companies!.has(company_id)) return missing('company', company_id, id)
  for (const { id, lender_id } of rows.clients) if (!lenders!.has(lender_id)) return missing('lender', lender_id, id)
  for (const [role, id] of Object.entries(roles))
    if (!clients!.has(id)) return missing('credential', id, `roles.${role}`)
  return undefined
}

/** What a store that is made of it would lack, once it has the shape. */
export const startFault = async (world: World, contract: Contract = loadContract()): Promise<string | undefined> => {
  const twice = (['companies', 'lenders', 'credentials'] as const).find(
    (name) => new Set(world[name].map(({ id }) => id)).size < world[name].length,
  )
  if (twice) return `two ${twice} of the world have one id`
  const store = await createStore()
  seedWorld(store, world, 0)
  return partyFault(store.rows(), world) ?? partyValueFault({ ...world, clients: world.credentials }, contract)
}
