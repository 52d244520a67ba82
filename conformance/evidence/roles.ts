// The ten credential roles that a target profile may name, and what each one lets the suite judge.
import { reason, type Reason } from '../../reports/reasons/reason.ts'

export const roles = {
  main: 'the credential everything else is judged with',
  main_second: 'a second credential of the same lender account',
  other_lender: 'a credential of another lender account at the same company',
  other_company: 'a credential of a lender account at another company',
  production: "the main lender's production credential",
  revoked: 'a revoked credential',
  card_billed: 'a credential of an account that pays each order by card',
  no_cancel: 'a credential of a lender that may not cancel',
  no_amend: 'a credential of a lender that may not amend',
  no_appraiser_messages: 'a credential of a lender whose company keeps appraiser contact to itself',
} as const

export type Role = keyof typeof roles
/** Named for what its lender may not do, which may be so for that of main as well. */
export const mayBeMain = (role: Role): boolean => role.startsWith('no_')

export type Environment = 'production' | 'sandbox'

export const noCredential = (role: Role): Reason => reason('no-credential', { role, what: roles[role] })

export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)
