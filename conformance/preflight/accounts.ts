// Which credentials are of one and the same lender account, and whether that is as the profile says.
import { groupBy } from '../../reports/group-by.ts'
import type { StepContext } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { reason, Inconclusive } from '../evidence/inconclusive.ts'
import { standingOf } from './company-side.ts'
import type { Accounts } from './credentials.ts'
import type { Findings } from './findings.ts'
import { subjectOf } from './main-credential.ts'

type Holder = { lender: string | null; company: string | null }

const idOf = (value: unknown): string | null => {
  const { id } = (value ?? {}) as { id?: unknown }
  return typeof id === 'string' && id !== '' ? id : null
}

const holderOf = ({ response }: Answered): Holder => {
  const { lender, company } = (jsonOf(response.body) ?? {}) as { lender?: unknown; company?: unknown }
  return { lender: idOf(lender), company: idOf(company) }
}

/** Where both are known, and differ or not; an id that is not shown contradicts nothing. */
const same = (one: string | null, other: string | null): boolean | null =>
  one === null || other === null ? null : one === other

/** What each role is to be, beside `credentials.main`; null where the profile is right. */
const claims: Partial<Record<Role, (main: Holder, own: Holder) => string | null>> = {
  main_second: (main, own) => (same(main.lender, own.lender) === false ? 'of the same lender account' : null),
  other_lender: (main, own) => (same(main.lender, own.lender) ? 'of another lender account' : null),
  other_company: (main, own) =>
    same(main.lender, own.lender) || same(main.company, own.company) ? 'of a lender account at another company' : null,
  card_billed: (main, own) => (same(main.lender, own.lender) ? 'of another account, one that pays by card,' : null),
}

/** What the company's side says of the lender accounts of main and a role: a difference is then a violation of the target. */
const isAsNamed = async (session: Session, role: Role): Promise<boolean> => {
  const { credentials } = session.profile
  const [main, own] = [
    await standingOf(session, credentials.main.client_id),
    await standingOf(session, credentials[role]!.client_id),
  ]
  return main !== null && own !== null && (main.lender === own.lender) === (role === 'main_second')
}

/** Ids that change from one read to the next show nothing about accounts: that violates a rule. */
const isSteady = async ({ client }: StepContext, main: Holder): Promise<boolean> => {
  try {
    const again = holderOf(await client.call('getAccount'))
    return same(main.lender, again.lender) !== false && same(main.company, again.company) !== false
  } catch (error) {
    if (error instanceof Inconclusive) return false
    throw error
  }
}

const shown = ({ lender, company }: Holder): string =>
  `${lender ?? 'an account without an id'} at ${company ?? 'a company without an id'}`

export const compareAccounts = async (
  session: Session,
  findings: Findings,
  context: StepContext,
  accounts: Accounts,
): Promise<void> => {
  const first = accounts.get('main')
  if (!first) return
  const main = holderOf(first)
  let steady: boolean | null = null
  for (const [role, account] of accounts) {
    const own = holderOf(account)
    const claim = claims[role]?.(main, own)
    if (!claim) continue
    steady ??= await isSteady(context, main)
    if (!steady) break
    if (await isAsNamed(session, role)) continue
    session.lacks.credentials.set(role, reason('credential-of-other-account', { role, account: shown(own) }))
    findings.warn(
      'accounts',
      subjectOf(role),
      'account_not_as_named',
      `${subjectOf(role)} must be ${claim} beside credentials.main (${shown(main)}), but is of ${shown(own)}; ` +
        'name another credential. What needs it is not tested.',
    )
  }
  const holders = groupBy(accounts.keys(), (role) => shown(holderOf(accounts.get(role)!)))
  findings.ok(
    'accounts',
    'credentials',
    `${[...holders].map(([key, sharing]) => `${sharing.join(' and ')}: ${key}`).join('; ')}.`,
    { accounts: Object.fromEntries(holders) },
  )
}
