// The world that a simulator serves: companies, lenders, credentials and catalogs, read from fixtures/worlds or given as data.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fixturePath, readFixture } from './contract.ts'
import type { Client, Company, Environment, Lender } from './domain/records.ts'
import type { Store } from './store/store.ts'

/** Roles of the target profile that a world can fill. */
export type Role =
  | 'main'
  | 'main_second'
  | 'other_lender'
  | 'other_company'
  | 'production'
  | 'revoked'
  | 'card_billed'
  | 'no_cancel'
  | 'no_amend'
  | 'no_appraiser_messages'

export type World = {
  name: string
  companies: Omit<Company, 'next_order_number'>[]
  lenders: Lender[]
  credentials: { id: string; secret: string; lender_id: string; environment: Environment; revoked?: boolean }[]
  roles: Partial<Record<Role, string>>
  postal_codes: { resolvable: string[]; unresolvable: string[] }
}

export class WorldError extends Error {
  readonly code = 'unknown_world'
}

/** Throws `unknown_world`. */
export const loadWorld = (name: string): World => {
  const worlds = readdirSync(dirname(fixturePath('worlds/demo.yaml'))).map((file) => file.replace(/\.yaml$/, ''))
  if (!worlds.includes(name)) throw new WorldError(`There is no world ${name}; there are ${worlds.join(', ')}.`)
  return readFixture(`worlds/${name}.yaml`) as World
}

/** Puts a world into an empty store. */
export const seedWorld = (store: Store, world: World, now: number): void => {
  for (const company of world.companies) store.companies.put({ ...company, next_order_number: 10001 })
  for (const lender of world.lenders) store.lenders.put(lender)
  for (const { id, secret, lender_id, environment, revoked } of world.credentials) {
    const client: Client = { id, secret, lender_id, environment, created_at: now, revoked_at: revoked ? now : null }
    store.clients.put(client)
  }
}
