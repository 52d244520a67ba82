// Whether the account names the environment that the profile means: an order in the wrong one would be billed.
import { accountOf } from '../scenarios/account-of.ts'
import type { StepContext } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { Findings } from './findings.ts'
import { subjectOf } from './main-credential.ts'

const environmentOf = ({ response }: Answered): string | null => {
  const { environment } = (jsonOf(response.body) ?? {}) as { environment?: unknown }
  return typeof environment === 'string' ? environment.toLowerCase() : null
}

const production = async (session: Session, context: StepContext): Promise<string | null> => {
  const { credentials, production_base_url } = session.profile
  if (credentials.production?.environment !== 'production' || production_base_url === undefined) return null
  if (session.lacks.addresses.has('production')) return null
  try {
    return environmentOf(await context.shared(accountOf('production')))
  } catch (error) {
    if (error instanceof Inconclusive) return null
    throw error
  }
}

/** Only the very word of the other environment is a contradiction: a deployment may have words of its own. */
export const checkEnvironment = async (
  session: Session,
  findings: Findings,
  context: StepContext,
  account: Answered,
): Promise<void> => {
  const { environment } = session.profile.credentials.main
  const other = environment === 'sandbox' ? 'production' : 'sandbox'
  const subject = subjectOf('main')
  const named = environmentOf(account)
  if (named !== other) {
    if (named === environment) findings.ok('credential', subject, `Its account is for the ${environment}.`)
    return
  }
  // Where the account of the other environment says the same, the words are at fault and not the profile.
  if (environment === 'sandbox' && (await production(session, context)) === named)
    return findings.warn(
      'credential',
      subject,
      'environments_not_told_apart',
      'The accounts of both environments call themselves production; the addresses of the profile are trusted.',
    )
  findings.fatal(
    'credential',
    subject,
    'environment_differs',
    `The profile calls ${subject} a credential for the ${environment}, but its account says ${named}; ` +
      `correct the environment or the address. (If both are right, the service breaks account.environment-is-the-one-called.)`,
    { environment, named },
  )
}
