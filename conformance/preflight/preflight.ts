// Before any verdict: can the target be judged, and what will be left untested? Each trouble with its code and its remedy.
import type { Contexts } from '../engine/contexts.ts'
import type { Session } from '../engine/session.ts'
import { baseUrl } from '../sut/addresses.ts'
import type { Environment } from '../evidence/roles.ts'
import { compareAccounts } from './accounts.ts'
import { checkCatalog } from './catalog.ts'
import { checkClock } from './clock.ts'
import { checkControl } from './control.ts'
import { checkCredentials } from './credentials.ts'
import { checkEnvironment } from './environments.ts'
import { createFindings, type Findings } from './findings.ts'
import { checkMain } from './main-credential.ts'
import { createAsk, reach, type Ask } from './reach.ts'
import { checkTls } from './tls.ts'

const addressOf = (environment: Environment): string => `${environment}_base_url`

const checkAddress = async (session: Session, findings: Findings, ask: Ask): Promise<void> => {
  const { environment } = session.profile.credentials.main
  const base = baseUrl(session.profile, environment)
  const subject = addressOf(environment)
  await checkTls(findings, subject, base)
  const reached = await reach(session, ask, environment, base)
  if ('trouble' in reached) findings.fatal('address', subject, reached.trouble.code, reached.trouble.message)
  findings.ok('address', subject, `${base} answers in ${Math.round(reached.answer.ms)} ms.`)
  session.lacks.clock = checkClock(session, findings, reached.answer)
}

/** The environment that main is not for: what is wrong with it leaves its credentials unused. */
const checkOther = async (session: Session, findings: Findings, ask: Ask): Promise<void> => {
  const { profile } = session
  const environment = profile.credentials.main.environment === 'sandbox' ? 'production' : 'sandbox'
  const subject = addressOf(environment)
  if (profile[`${environment}_base_url`] === undefined) {
    session.lacks.addresses.set(environment, `the profile has no ${subject}; give it.`)
    return
  }
  const base = baseUrl(profile, environment)
  const reached = await reach(session, ask, environment, base)
  if ('answer' in reached)
    return findings.ok('address', subject, `${base} answers in ${Math.round(reached.answer.ms)} ms.`)
  session.lacks.addresses.set(environment, reached.trouble.message)
  findings.warn('address', subject, reached.trouble.code, `${reached.trouble.message} What needs it is not tested.`)
}

/** @throws CodedError, exit code 2, where main cannot be judged; everything else is a warning. */
export const preflight = async (session: Session, contexts: Contexts): Promise<void> => {
  const findings = createFindings(session.emit)
  const ask = createAsk(session)
  await checkAddress(session, findings, ask)
  await checkControl(session, findings)
  const context = contexts.for('preflight')
  const account = await checkMain(session, findings, ask, context)
  await checkOther(session, findings, ask)
  if (account) await checkEnvironment(session, findings, context, account)
  const accounts = session.vouched ? [] : await checkCredentials(session, findings, ask, context)
  if (account) await compareAccounts(session, findings, context, new Map([['main', account], ...accounts]))
  await checkCatalog(findings, context)
}
