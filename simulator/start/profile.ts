// The target profile of the world being served: what a conformance run needs to judge this simulator with every role.
import { mintToken } from '../http/authenticate.ts'
import type { Services } from '../engine/services.ts'
import type { SimulatorCredential, SimulatorProfile } from '../public/simulator-options.ts'
import type { Role, World } from '../engine/world.ts'
import { withoutMain } from '../engine/world.ts'

type Addresses = {
  production_base_url: string
  sandbox_base_url: string
  control_url: string | null
  control_token?: string | undefined
}

export const profileOf = (services: Services, world: World, addresses: Addresses): SimulatorProfile => {
  const { clock, store } = services
  const clientOf = (role: Role) => store.clients.get(world.roles[role] ?? '')
  const credentialOf = (role: Role): SimulatorCredential | undefined => {
    const client = clientOf(role)
    if (client === undefined) return undefined
    const lender = store.lenders.get(client.lender_id)
    return {
      client_id: client.id,
      client_secret: client.secret,
      environment: client.environment,
      ...(lender && { lender_id: lender.id, lender_name: lender.name }),
    }
  }
  const [main, revoked] = [clientOf('main'), clientOf('revoked')]
  const mainCredential = credentialOf('main')
  if (mainCredential === undefined) throw withoutMain(world)
  const others = (Object.keys(world.roles) as Role[]).flatMap((role) => {
    const credential = role === 'main' ? undefined : credentialOf(role)
    return credential ? [[role, credential] as const] : []
  })
  const { control_url, control_token, ...bases } = addresses
  return {
    ...bases,
    credentials: { main: mainCredential, ...Object.fromEntries(others) },
    postal_codes: world.postal_codes,
    tokens: {
      ...(main && { expired: mintToken(services, main, clock.now() - 3_600_000) }),
      ...(revoked && { revoked: mintToken(services, revoked, clock.now() + 3_600_000) }),
    },
    ...(control_url && { control_url }),
    ...(control_url && control_token !== undefined && { control_token }),
  }
}
