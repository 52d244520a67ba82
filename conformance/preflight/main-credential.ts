// The main credential: a token, and what the account says; without a token nothing can be judged.
import { accountOf } from '../scenarios/account-of.ts'
import type { StepContext } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'
import { headerOf, jsonOf, type Answered } from '../evidence/exchange.ts'
import { grantedToken, isUnread, tokenRequest } from '../sut/tokens.ts'
import { intermediaryOf, viaOf } from '../sut/intermediary.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { capped } from './capped.ts'
import type { Findings } from './findings.ts'
import type { Ask, Trouble } from './reach.ts'

export const subjectOf = (role: string): string => `credentials.${role}`

const shownBy = ({ response }: Answered, field: 'error' | 'code'): string => {
  const value = (jsonOf(response.body) as Record<string, unknown> | null | undefined)?.[field]
  return typeof value === 'string' ? ` ${capped(value)}` : ''
}

/** Why the token endpoint gave no token, by its answer. */
export const refusalOf = (role: string, clientId: string, answer: Answered): Trouble => {
  const { status, headers } = answer.response
  const said =
    `The token endpoint must give ${subjectOf(role)} (${clientId}) a token, ` +
    `but answered ${status}${shownBy(answer, 'error')}`
  if (status === 200)
    return {
      code: 'no_access_token',
      message: `${said} without an access_token that a header can carry; see whether the address is right.`,
    }
  if (status === 404 || status === 405)
    return {
      code: 'no_token_endpoint',
      message: `${said}; serve POST ${capped(answer.request.url)}: the contract has it below the base address, as /ping.`,
    }
  const by = status === 429 || status === 503 ? intermediaryOf(answer) : null
  if (by !== null)
    return {
      code: 'not_the_service',
      message: `${said} by something before the service (${by}); see its configuration, and whether the service behind it is up.`,
    }
  if (status === 429 || status === 503)
    return {
      code: status === 429 ? 'rate_spent' : 'not_serving',
      message: `${said}, with Retry-After ${capped(headerOf(headers, 'retry-after') ?? 'absent')}; run again when that is over.`,
    }
  if (status >= 500) return { code: 'token_endpoint_failing', message: `${said}; see the log of the target.` }
  return {
    code: 'credential_refused',
    message: `${said}; correct the client id or secret, or its environment.`,
  }
}

const getToken = async (session: Session, findings: Findings, ask: Ask): Promise<void> => {
  const { main } = session.profile.credentials
  const request = (as: 'form' | 'json') => ask('requestToken', tokenRequest(main.environment, main, as))
  const first = await request('form')
  if ('trouble' in first) findings.fatal('credential', subjectOf('main'), first.trouble.code, first.trouble.message)
  let grant = first.answer
  if (isUnread(first.answer)) {
    const second = await request('json')
    if ('answer' in second && grantedToken(second.answer) !== undefined) grant = second.answer
  }
  if (grantedToken(grant) === undefined) {
    const { code, message } = refusalOf('main', main.client_id, grant)
    findings.fatal('credential', subjectOf('main'), code, message)
  }
  session.tokens.keep('main', main.environment, grant)
}

const readAccount = async (context: StepContext): Promise<Answered | string> => {
  try {
    return await context.shared(accountOf('main'))
  } catch (error) {
    if (error instanceof Inconclusive) return error.message
    throw error
  }
}

/** Gives the account, or null where it cannot be read; that violates a rule, and does not stop the others. */
export const checkMain = async (
  session: Session,
  findings: Findings,
  ask: Ask,
  context: StepContext,
): Promise<Answered | null> => {
  const subject = subjectOf('main')
  await getToken(session, findings, ask)
  const account = await readAccount(context)
  if (typeof account === 'string') {
    if (session.lost.signal.aborted)
      findings.fatal(
        'credential',
        subject,
        'target_lost',
        `The target fell silent after it gave a token (${capped(account)}); see its log.`,
      )
    findings.warn(
      'credential',
      subject,
      'account_not_readable',
      `GET /account of ${subject} was not answered (${capped(account)}).`,
    )
    return null
  }
  const { status } = account.response
  const said = `GET /account must be answered 200 with the token just given to ${subject}, but was answered ${status}${shownBy(account, 'code')}`
  const via = viaOf(account.response)
  if (status === 401)
    findings.fatal(
      'credential',
      subject,
      'token_not_accepted',
      via === null
        ? `${said}; see whether the credential belongs to this environment.`
        : `${said}; the answer came through a proxy (Via: ${capped(via)}): see whether it passes Authorization on, and whether the credential belongs to this environment.`,
    )
  if (status !== 200) {
    findings.warn(
      'credential',
      subject,
      'account_not_readable',
      `${said}; its environment and lender account could not be compared.`,
    )
    return null
  }
  findings.ok('credential', subject, `${session.profile.credentials.main.client_id} has a token and reads its account.`)
  return account
}
