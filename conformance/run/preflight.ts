// Before any verdict: can the target be reached, is it the right address, does the credential work? Each with its mend.
import { CodedError, exitCodes } from '../coded-error.ts'
import { baseUrl } from '../target/addresses.ts'
import { headerOf, jsonOf, type Answered, type Failure } from '../target/exchange.ts'
import { form } from '../target/tokens.ts'
import { Unjudged } from '../target/unjudged.ts'
import type { Session } from './session.ts'

const failed = (code: string, message: string): CodedError => new CodedError(code, message, exitCodes.couldNotJudge)

const mends: Record<Failure['kind'], string> = {
  refused: 'start the target or correct the address',
  dns: 'correct the host name',
  tls: 'trust its certificate with NODE_EXTRA_CA_CERTS or correct the scheme',
  timeout: 'see whether it is up and not behind a firewall',
  reset: 'see its log, and whether the scheme is right',
  other: 'see its log',
}

const reached = async (url: string, session: Session, call: () => Promise<Answered>): Promise<Answered> => {
  let failure: Failure | null = null
  const watch = (exchange: { failure: Failure | null }) => void (failure = exchange.failure)
  session.watchers.add(watch)
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error
    const { kind, message } = (failure as Failure | null) ?? { kind: 'other' as const, message: error.message }
    throw failed('target_unreachable', `${url} gave no usable answer (${message}); ${mends[kind]}.`)
  } finally {
    session.watchers.delete(watch)
  }
}

const pinged = async (session: Session, url: string): Promise<void> => {
  const client = session.http.as('preflight')
  const answer = await reached(url, session, () => client.call('ping', { token: null }))
  if (answer.response.status === 200) {
    if (jsonOf(answer.response.body) === undefined)
      throw failed(
        'not_the_service',
        `${url}/ping must be answered with JSON, but came as ${headerOf(answer.response.headers, 'content-type') ?? 'bytes of no type'}; ` +
          'see whether the address leads to the service.',
      )
    const { time } = (jsonOf(answer.response.body) ?? {}) as { time?: unknown }
    const theirs = typeof time === 'string' ? Date.parse(time) : Number.NaN
    if (!Number.isNaN(theirs)) session.clockOffset = theirs - (answer.startedAt + answer.ms / 2)
    return
  }
  throw failed(
    'wrong_base_address',
    `${url}/ping must be answered 200, but was answered ${answer.response.status}; ` +
      (answer.response.status < 500
        ? 'see whether the base address is right: its last segment is the major version, v1.'
        : 'see the log of the target.'),
  )
}

const gotToken = async (session: Session, url: string): Promise<void> => {
  const { client_id, client_secret } = session.profile.credentials.main
  const client = session.http.as('preflight')
  const answer = await reached(url, session, () =>
    client.call('requestToken', {
      token: null,
      ...form({ grant_type: 'client_credentials', client_id, client_secret }),
    }),
  )
  const { status, body } = answer.response
  const { error, access_token } = (jsonOf(body) ?? {}) as { error?: unknown; access_token?: unknown }
  if (status === 200 && typeof access_token === 'string') return
  throw failed(
    'credential_refused',
    `The token endpoint must give credentials.main (${client_id}) a token, but answered ${status}` +
      `${typeof error === 'string' ? ` ${error}` : ''}; correct the client id or secret, or its environment.`,
  )
}

const readAccount = async (session: Session, url: string): Promise<void> => {
  const client = session.http.as('preflight')
  const answer = await reached(url, session, () => client.call('getAccount'))
  if (answer.response.status === 200) return
  throw failed(
    'account_not_readable',
    `${url}/account must be answered 200 with the token just given, but was answered ${answer.response.status}; ` +
      'see whether the credential belongs to this environment.',
  )
}

/** @throws CodedError, exit code 2: target_unreachable, wrong_base_address, credential_refused, account_not_readable. */
export const preflight = async (session: Session): Promise<void> => {
  const url = baseUrl(session.profile, session.profile.credentials.main.environment)
  await pinged(session, url)
  await gotToken(session, url)
  await readAccount(session, url)
}
