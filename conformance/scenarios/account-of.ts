// What GET /account says of the credential of a role, read once for the whole run.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'

export const accountOf = (role: Role): Scenario<Answered> => ({
  id: `account-of-${role}`,
  run: ({ client }) => client.call('getAccount', { role }),
})
