// What GET /account says of the credential of a role, read once for the whole run.
import type { Journey } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import type { Role } from '../target/roles.ts'

export const accountOf = (role: Role): Journey<Answered> => ({
  id: `account-of-${role}`,
  run: ({ client }) => client.call('getAccount', { role }),
})
