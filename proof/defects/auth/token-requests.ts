// Defects of token requests: their form, what they need, and how they are refused.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import { charsetRefused } from '../charset.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import type { Defect } from '../defect.ts'
import { credentialAs, inForm } from './credentials.ts'

/** In the sandbox, only the first token that is asked for by form is given. */
const oneByForm = (refusal: () => Refusal): Mutation =>
  inForm('form', (isMeant) =>
    op.answerFrom(2, 'requestToken', refusal, (_given, asker) => asker?.environment === 'sandbox' && isMeant()),
  )

const endingLater = (isMeant: () => boolean, milliseconds: number): Mutation =>
  op.misread('tokens.grant', (claims, ...rest) => [
    isMeant() ? { ...claims, expiresAt: claims.expiresAt + milliseconds } : claims,
    ...rest,
  ])

export const authTokenRequests: readonly Defect[] = rows({
  'token-by-basic-lives-half-an-hour': {
    breaks: 'auth.token-is-valid-for-60-minutes',
    bug: 'A token that a Basic header asked for is valid for thirty minutes, and says sixty.',
    deep: 'only for a credential in a Basic header',
    apply: inForm('basic', (isMeant) => endingLater(isMeant, -1_800_000)),
  },
  'token-by-json-lives-a-day': {
    breaks: 'auth.token-expires-after-60-minutes',
    bug: 'A token that JSON asked for is valid for a day, and says sixty minutes.',
    deep: 'only when asked for in JSON',
    apply: inForm('json', (isMeant) => endingLater(isMeant, 86_400_000)),
  },
  'second-token-is-201': {
    breaks: 'auth.token-response-is-200',
    bug: 'A token that is made beside another counts as a creation.',
    deep: 'only from the second token on',
    apply: op.answerFrom(2, 'requestToken', (given) => ({ ...given, status: 201 })),
  },
  'token-type-is-access-token': {
    breaks: 'auth.token-type-is-bearer',
    bug: 'The token response names the kind of token by its JWT type.',
    apply: op.falsify('tokens.response', 'token_type', 'at+jwt'),
  },
  'expires-in-is-a-text': {
    breaks: 'auth.expires-in-is-3600',
    bug: 'The token response gives the seconds as a text.',
    apply: op.retype('tokens.response', 'expires_in', String),
  },
  'scope-lists-operations': {
    breaks: 'auth.scope-is-lender',
    bug: 'The token response lists finer scopes than the contract has.',
    apply: op.falsify('tokens.response', 'scope', 'orders:read orders:write'),
  },
  'refresh-token-issued': {
    breaks: 'auth.no-refresh-token-is-issued',
    bug: 'The OAuth library issues a refresh token along with the access token.',
    apply: op.add('tokens.response', (body) => (body['refresh_token'] = 'a-refresh-token')),
  },
  'grant-type-by-its-beginning': {
    breaks: 'auth.grant-type-must-be-client-credentials',
    bug: 'A grant type is known by how it begins.',
    deep: 'only for a grant type that begins as the right one does',
    apply: op.misread('tokens.checkRequest', (request) => [
      {
        ...request,
        grantType: String(request.grantType).startsWith('client_') ? 'client_credentials' : request.grantType,
      },
    ]),
  },
  'json-token-request-not-read': {
    breaks: 'auth.token-request-takes-json',
    bug: 'Only form-encoded token requests have their fields read.',
    apply: op.instead('tokens.gather', (usual, body, header, asked) => {
      const isForm = asked.contentType?.startsWith('application/x-www-form-urlencoded')
      return usual(isForm ? body : {}, header, asked)
    }),
  },
  'token-request-over-the-rate-has-the-standard-body': {
    breaks: 'auth.token-error-has-error',
    bug: 'Token requests count for their client, and what the gateway refuses for the rate has one body everywhere.',
    deep: 'only over the rate',
    apply: op.together(
      'answer',
      op.set('rateLimit.countsTokenRequests', true),
      op.replace(
        'problems.tokenBody',
        ({ code, message }, correlation_id) => ({ code, message, correlation_id }),
        ({ code }) => code === 'rate_limited',
      ),
    ),
  },
  'basic-header-not-read': {
    breaks: 'auth.token-request-takes-basic-header-with-form',
    bug: 'The Basic header of a token request is not looked at.',
    apply: op.misread('tokens.gather', (body) => [body, {}]),
  },
  'token-request-type-is-400': {
    breaks: 'auth.token-request-of-other-content-type-is-refused',
    bug: 'A token request of another content type counts as unreadable.',
    apply: op.set('problems.statusOf', (usual) => ({ ...usual, unsupported_media_type: 400 })),
  },
  'credentials-read-from-the-query': {
    breaks: 'auth.credentials-in-a-query-string-get-no-token',
    bug: 'The framework merges query and body, so that credentials in the query string work.',
    apply: op.together(
      op.skip('tokens.checkQuery'),
      op.wrap('tokens.gather', (gathered, _body, _header, { query }) => ({
        ...Object.fromEntries(query),
        ...gathered,
      })),
    ),
  },
  'wrong-secret-is-403': {
    breaks: 'auth.token-errors-are-the-declared-ones',
    bug: 'A refused credential is answered 403.',
    apply: credentialAs('invalid_client', 403),
  },
  'token-errors-in-the-standard-body': {
    breaks: 'auth.token-error-has-error',
    bug: 'The token endpoint answers errors in the body that the rest of the interface has.',
    apply: op.wrap('problems.tokenBody', ({ error, error_description, ...rest }) => ({
      code: error,
      message: error_description,
      ...rest,
    })),
  },
  'token-errors-without-description': {
    breaks: 'auth.token-error-has-error-description',
    bug: 'Token errors have no description.',
    apply: op.drop('problems.tokenBody', 'error_description'),
  },
  'token-errors-without-correlation-id': {
    breaks: 'auth.token-error-has-correlation-id',
    bug: 'The correlation id is missing from token errors, which another library writes.',
    apply: op.drop('problems.tokenBody', 'correlation_id'),
  },
  'token-error-of-its-own': {
    breaks: 'auth.token-error-is-one-of-six',
    bug: 'An unreadable token request is refused with an error that RFC 6749 does not know.',
    apply: op.falsify('problems.tokenBody', 'error', (error) => (error === 'invalid_request' ? 'bad_request' : error)),
  },
  'production-grants-no-tokens': {
    breaks: 'auth.production-serves-tokens-at-its-own-address',
    bug: 'The token endpoint knows the sandbox credentials only.',
    apply: op.misread('tokens.checkClient', (client, _secret, environment) => [
      environment === 'sandbox' ? client : undefined,
    ]),
  },
  'token-needs-a-token': {
    breaks: 'auth.token-request-needs-no-bearer-token',
    bug: 'A client that has had a token must show it to get another.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('invalid_client', 'A token is required to renew it.', { status: 401 })),
  },
  'charset-refused-of-a-form': {
    breaks: 'auth.token-request-takes-form-encoding',
    bug: 'A form whose content type names a charset gets no token.',
    deep: 'only for a type with a parameter',
    apply: charsetRefused('requestToken', 'application/x-www-form-urlencoded'),
  },
  'form-read-once': {
    breaks: 'auth.token-request-takes-form-encoding',
    bug: 'The parser of form bodies is spent by the first of them, and the next ones are read as empty.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('invalid_request', 'grant_type is missing.', { status: 400 })),
  },
  'sandbox-tokens-move-to-production': {
    breaks: 'auth.sandbox-serves-tokens-at-its-own-address',
    bug: 'Once set up, the sandbox sends its callers to production for their tokens.',
    deep: 'only from the second token on',
    apply: oneByForm(() => new Refusal('not_found', 'Tokens are given in production.', { status: 404 })),
  },
})
