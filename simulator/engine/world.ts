// The world that a simulator serves: companies, lenders, credentials and catalogs, read from fixtures/worlds or given as data.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fixturePath, readFixture } from '../contract/contract.ts'
import type { Client } from '../domain/records.ts'
import type { World } from '../domain/world.ts'
import type { Store } from '../store/store.ts'

export type { Role, World } from '../domain/world.ts'

export class WorldError extends Error {
  readonly code: 'unknown_world' | 'unusable_world' | 'world_without_main'

  constructor(code: WorldError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const withoutMain = ({ name, roles }: World): WorldError =>
  new WorldError(
    'world_without_main',
    `roles.main of the world ${name} must name a credential, but ${roles.main} is none; correct it, or use a new data file.`,
  )

/** Throws `unknown_world`. */
export const loadWorld = (name: string): World => {
  const worlds = readdirSync(dirname(fixturePath('worlds/demo.yaml'))).map((file) => file.replace(/\.yaml$/, ''))
  if (!worlds.includes(name))
    throw new WorldError('unknown_world', `There is no world ${name}; there are ${worlds.join(', ')}.`)
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
