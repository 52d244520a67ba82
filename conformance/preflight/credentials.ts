// Every further credential of the profile: whether it works, and whether it is what the profile calls it.
import { accountOf } from '../scenarios/account-of.ts'
import { revokedGrant } from '../scenarios/revoked-grant.ts'
import type { StepContext } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'
import { baseUrl } from '../sut/addresses.ts'
import type { Answered } from '../evidence/exchange.ts'
import { mayBeMain, roles, type Role } from '../evidence/roles.ts'
import { grantedToken, isUnread, tokenRequest } from '../sut/tokens.ts'
import { reason, Inconclusive } from '../evidence/inconclusive.ts'
import { capped } from './capped.ts'
import { standingOf } from './company-side.ts'
import type { Findings } from './findings.ts'
import { refusalOf, subjectOf } from './main-credential.ts'
import type { Ask, Trouble } from './reach.ts'

export type Accounts = Map<Role, Answered>

/** What is wrong with a credential by the profile alone. */
const misnamed = ({ profile, lacks }: Session, role: Role): Trouble | null => {
  const { credentials } = profile
  const { client_id, environment } = credentials[role]!
  const subject = subjectOf(role)
  const home = role === 'production' ? 'production' : credentials.main.environment
  if (environment !== home && role !== 'revoked')
    return {
      code: 'credential_for_another_environment',
      message: `${subject} must be a credential for the ${home}, but the profile says ${environment}; name one for the ${home}.`,
    }
  const isMain = client_id === credentials.main.client_id && environment === credentials.main.environment
  if (isMain && !mayBeMain(role))
    return {
      code: 'credential_named_twice',
      message: `${subject} must be ${roles[role]}, but is credentials.main again (${client_id}); name another one.`,
    }
  const down = lacks.addresses.get(environment)
  if (down !== undefined) return { code: 'no_base_address', message: `${subject} cannot be used: ${down}` }
  return null
}

/** A revoked credential that works in full is no revoked one; one that works in part is the target's affair. */
const checkRevoked = async (session: Session, findings: Findings, ask: Ask, context: StepContext): Promise<void> => {
  const { client_id, environment } = session.profile.credentials.revoked!
  const subject = subjectOf('revoked')
  const answer = await context.shared(revokedGrant)
  const token = grantedToken(answer)
  if (token === undefined)
    return findings.ok('credential', subject, `${client_id} is refused with ${answer.response.status}.`)
  const read = await ask('getAccount', { token, environment })
  const works = 'answer' in read && read.answer.response.status === 200
  if (works && !(await standingOf(session, client_id))?.revoked) {
    const message = `${subject} (${client_id}) must be revoked, but works; revoke it, or name one that is. What needs it is not tested.`
    session.lacks.credentials.set('revoked', 'credential-not-revoked')
    return findings.warn('credential', subject, 'credential_not_revoked', message)
  }
  findings.warn(
    'credential',
    subject,
    'revoked_credential_got_a_token',
    `${subject} (${client_id}) was given a token although it is revoked.`,
  )
}

const checkOne = async (
  findings: Findings,
  ask: Ask,
  session: Session,
  context: StepContext,
  role: Role,
): Promise<Answered | Trouble> => {
  const { client_id, environment } = session.profile.credentials[role]!
  const request = (as: 'form' | 'json') =>
    ask('requestToken', tokenRequest(environment, session.profile.credentials[role]!, as))
  let got = await request('form')
  if ('answer' in got && isUnread(got.answer)) got = await request('json')
  if ('trouble' in got) return got.trouble
  const token = grantedToken(got.answer)
  if (token === undefined) return refusalOf(role, client_id, got.answer)
  session.tokens.keep(role, environment, got.answer)
  const account = await context.shared(accountOf(role))
  const { status } = account.response
  if (status === 401)
    return {
      code: 'token_not_accepted',
      message: `GET ${baseUrl(session.profile, environment)}/account must take the token just given to ${subjectOf(role)}, but answered 401; see whether the credential is in force.`,
    }
  if (status === 200) findings.ok('credential', subjectOf(role), `${client_id} has a token and reads its account.`)
  else
    findings.warn(
      'credential',
      subjectOf(role),
      'account_not_readable',
      `GET /account of ${subjectOf(role)} was answered ${status}; its lender account could not be compared.`,
    )
  return account
}

/** One that is of no use leaves its rules untested; gives the accounts of the others. */
export const checkCredentials = async (
  session: Session,
  findings: Findings,
  ask: Ask,
  context: StepContext,
): Promise<Accounts> => {
  const accounts: Accounts = new Map()
  const leave = (role: Role, { code, message }: Trouble): void => {
    session.lacks.credentials.set(role, reason('credential-unusable', { role, code }))
    findings.warn('credential', subjectOf(role), code, `${message} What needs it is not tested.`)
  }
  // Where the control port shows the credential in force, the refusal is a violation.
  const weigh = async (role: Role, trouble: Trouble): Promise<void> => {
    const standing = await standingOf(session, session.profile.credentials[role]!.client_id)
    if (standing === null || standing.revoked) return leave(role, trouble)
    const { code, message } = trouble
    findings.warn('credential', subjectOf(role), code, `${message} The control port says that it is in force.`)
  }
  for (const role of Object.keys(session.profile.credentials) as Role[]) {
    if (role === 'main') continue
    const wrong = misnamed(session, role)
    if (wrong) {
      leave(role, wrong)
      continue
    }
    try {
      if (role === 'revoked') {
        await checkRevoked(session, findings, ask, context)
        continue
      }
      const found = await checkOne(findings, ask, session, context, role)
      if ('code' in found) await weigh(role, found)
      else if (found.response.status === 200) accounts.set(role, found)
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      leave(role, {
        code: 'credential_unanswered',
        message: `${subjectOf(role)} could not be tried: ${capped(error.message)}.`,
      })
    }
  }
  return accounts
}
