// The target profile of the world being served: what a conformance run needs to judge this simulator with every role.
import { mintToken } from './http/authenticate.ts'
import type { Services } from './services.ts'
import type { Role, World } from './world.ts'

export type Addresses = { production_base_url: string; sandbox_base_url: string; control_url: string | null }

type Credential = { client_id: string; client_secret: string; environment: string }

export type Profile = Omit<Addresses, 'control_url'> & {
  control_url?: string
  credentials: Partial<Record<Role, Credential>>
  postal_codes: World['postal_codes']
  tokens: { expired?: string; revoked?: string }
}

export const profileOf = (services: Services, world: World, addresses: Addresses): Profile => {
  const { clock, store } = services
  const clientOf = (role: Role) => store.clients.get(world.roles[role] ?? '')
  const credentials: Profile['credentials'] = {}
  for (const role of Object.keys(world.roles) as Role[]) {
    const client = clientOf(role)
    if (client)
      credentials[role] = { client_id: client.id, client_secret: client.secret, environment: client.environment }
  }
  const [main, revoked] = [clientOf('main'), clientOf('revoked')]
  const { control_url, ...bases } = addresses
  return {
    ...bases,
    credentials,
    postal_codes: world.postal_codes,
    tokens: {
      ...(main && { expired: mintToken(services, main, clock.now() - 60_000) }),
      ...(revoked && { revoked: mintToken(services, revoked, clock.now() + 3_600_000) }),
    },
    ...(control_url && { control_url }),
  }
}
