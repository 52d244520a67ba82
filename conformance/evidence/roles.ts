// What the suite says of a credential role, whose list stands in fixtures/.
import { roles, type Role } from '../../fixtures/roles.ts'
import { reason, type Reason } from '../../reports/reasons/reason.ts'

export { roles, type Role }

/** Named for what its lender may not do, which may be so for that of main as well. */
export const mayBeMain = (role: Role): boolean => role.startsWith('no_')

export type Environment = 'production' | 'sandbox'

export const noCredential = (role: Role): Reason => reason('no-credential', { role, what: roles[role] })

export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)
