// Defects that break rules of the area errors.
import { instead, replace, set, wrap } from '../operators/index.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'

type Apply = Defect['apply']
type Body = Record<string, unknown>
type Detail = Record<string, unknown>

/** Changes the standard error body. */
const saying = (change: (body: Body, refusal: Refusal) => Body): Apply =>
  wrap('problems.body', (usual, refusal) => change(usual, refusal))

/** Changes each entry of the details. */
const detailing = (change: (detail: Detail) => Detail): Apply =>
  saying((body) => {
    const { details } = body as { details?: Detail[] }
    return details ? { ...body, details: details.map(change) } : body
  })

/** Another status for a code, wherever it is answered. */
const withStatus = (code: string, status: number): Apply =>
  replace(
    'problems.status',
    () => status,
    (refusal) => refusal.code === code,
  )

const renamed = (code: string, name: string): Apply =>
  saying((body) => (body['code'] === code ? { ...body, code: name } : body))

const kinds: [code: string, comesWith: number, given: number, bug: string][] = [
  ['validation_failed', 422, 409, 'A structural mistake is answered as a conflict.'],
  ['semantic_validation_failed', 422, 409, 'An unusable value is answered as a conflict with the catalog.'],
  ['invalid_client', 401, 403, 'A call without a good token is answered as forbidden.'],
  ['client_revoked', 401, 403, 'The token of a revoked client is answered as forbidden.'],
  ['token_expired', 401, 419, 'An expired token is answered with a status of the web framework.'],
  ['not_found', 404, 410, 'What is not there is answered as gone.'],
  ['action_not_allowed_in_status', 409, 422, 'A refusal for the status of the order is answered as an unusable value.'],
  ['action_not_permitted_for_client', 403, 401, 'An action switched off for the client is answered as a bad token.'],
  ['account_not_billable', 403, 402, 'An account that cannot be billed is answered as one that has to pay.'],
  ['recipient_not_allowed', 422, 403, 'A recipient kept from the lender is answered as forbidden.'],
  ['idempotency_key_reused', 409, 422, 'A reused key is answered as an unusable value.'],
  ['payload_too_large', 413, 422, 'An upload that is too large is answered as an unusable value.'],
  ['unsupported_media_type', 415, 422, 'A file of a type that is not taken is answered as an unusable value.'],
  ['rate_limited', 429, 403, 'A client over its rate is answered as forbidden.'],
]

const statuses: Defect[] = kinds.map(([code, comesWith, given, bug]) => ({
  id: `${code.replaceAll('_', '-')}-is-${given}`,
  breaks: `errors.${code.replaceAll('_', '-')}-comes-with-${comesWith}`,
  bug,
  apply: withStatus(code, given),
}))

const without = (field: string): Apply => saying(({ [field]: _left, ...rest }) => rest)

const numbered = (): ((path: string) => string) => {
  let count = 0
  return (path) => `${path}_${(count += 1)}`
}

export const errors: readonly Defect[] = [
  ...statuses,
  {
    id: 'unreadable-is-validation-failed',
    breaks: 'errors.validation-failed-comes-with-422',
    bug: 'A request that could not be read is answered 400 with the code of a structural mistake.',
    apply: wrap('problems.body', function (shown, refusal) {
      return this.status(refusal) === 400 ? { ...shown, code: 'validation_failed' } : shown
    }),
  },
  {
    id: 'errors-in-the-oauth-shape',
    breaks: 'errors.standard-body-outside-token-endpoint',
    bug: 'One error handler, that of the token endpoint, writes all errors.',
    apply: replace('problems.body', function oauthBody(refusal, correlationId) {
      return this.tokenBody(refusal, correlationId)
    }),
  },
  {
    id: 'error-without-code',
    breaks: 'errors.body-has-code',
    bug: 'Errors have only their status and message.',
    apply: without('code'),
  },
  {
    id: 'error-without-message',
    breaks: 'errors.body-has-message',
    bug: 'Errors have no message.',
    apply: without('message'),
  },
  {
    id: 'error-without-correlation-id',
    breaks: 'errors.body-has-correlation-id',
    bug: 'The correlation id goes to the log and not into the answer.',
    apply: without('correlation_id'),
  },
  {
    id: 'not-found-has-two-codes',
    breaks: 'errors.code-is-stable',
    bug: 'Two handlers answer what is not there, by turns, each with a code of its own.',
    apply: ({ problems }) => {
      let turn = 0
      const { body } = problems
      problems.body = function byTurns(refusal, correlationId) {
        const shown = body.call(this, refusal, correlationId)
        return shown['code'] === 'not_found' && (turn += 1) % 2 === 0 ? { ...shown, code: 'resource_not_found' } : shown
      }
    },
  },
  {
    id: 'details-by-field',
    breaks: 'errors.details-is-an-array',
    bug: 'Details are an object from field to message.',
    apply: saying((body) => {
      const { details } = body as { details?: Detail[] }
      return details
        ? { ...body, details: Object.fromEntries(details.map(({ field, message }) => [field, message])) }
        : body
    }),
  },
  {
    id: 'detail-without-field',
    breaks: 'errors.detail-has-field',
    bug: 'The field concerned is named in the message of a detail only.',
    apply: detailing(({ field: _left, ...rest }) => rest),
  },
  {
    id: 'detail-without-code',
    breaks: 'errors.detail-has-code',
    bug: 'Details have a message and no code.',
    apply: detailing(({ code: _left, ...rest }) => rest),
  },
  {
    id: 'detail-without-message',
    breaks: 'errors.detail-has-message',
    bug: 'Details have a code and no message.',
    apply: detailing(({ message: _left, ...rest }) => rest),
  },
  {
    id: 'detail-field-is-a-json-pointer',
    breaks: 'errors.detail-field-is-a-dotted-path',
    bug: 'The validator names fields by JSON pointers, and they are handed on.',
    apply: detailing((detail) => ({ ...detail, field: `/${String(detail['field']).replaceAll('.', '/')}` })),
  },
  {
    id: 'detail-path-with-brackets',
    breaks: 'errors.detail-path-numbers-array-elements',
    bug: 'The path of a detail writes the index of an array element in brackets.',
    apply: detailing((detail) => ({ ...detail, field: String(detail['field']).replaceAll(/\.(\d+)/g, '[$1]') })),
  },
  {
    id: 'detail-path-of-the-first-element',
    breaks: 'errors.detail-path-numbers-array-elements',
    bug: 'The path of a detail has the index 0 whichever element of an array is wrong.',
    deep: 'only for a fault in the second borrower',
    apply: detailing((detail) => ({ ...detail, field: String(detail['field']).replaceAll(/\.\d+/g, '.0') })),
  },
  {
    id: 'detail-code-is-a-sentence',
    breaks: 'errors.detail-code-is-stable-and-machine-readable',
    bug: 'The code of a detail is the sentence of the validator.',
    apply: detailing((detail) => ({ ...detail, code: `This ${String(detail['message'])}!` })),
  },
  {
    id: 'detail-value-is-numbered',
    breaks: 'errors.detail-value-is-stable-and-machine-readable',
    bug: 'The value of a detail is the name under which it stands in the log.',
    apply: (behaviour: Behaviour) => {
      const named = numbered()
      detailing((detail) => ({ ...detail, value: named('value') }))(behaviour)
    },
  },
  {
    id: 'current-status-is-the-label',
    breaks: 'errors.current-status-is-the-order-status-code',
    bug: 'A refusal for the status of the order shows its label instead of its code.',
    apply: saying((body) =>
      typeof body['current_status'] === 'string'
        ? { ...body, current_status: body['current_status'].replaceAll('_', ' ').toUpperCase() }
        : body,
    ),
  },
  {
    id: 'held-order-refuses-a-revision-as-working',
    breaks: 'errors.current-status-is-the-order-status-code',
    bug: 'The refusal of a revision request on a held order shows the status that the order had before the hold.',
    deep: 'only of a revision request in on_hold',
    apply: (behaviour: Behaviour) => {
      const { lifecycle } = behaviour
      const { mayRequestRevision } = lifecycle
      let before: string | null = null
      lifecycle.mayRequestRevision = function noted(order, kind) {
        before = order.status.code === 'on_hold' ? order.previous_status : null
        return mayRequestRevision.call(this, order, kind)
      }
      saying((body, { message }) =>
        before !== null && body['current_status'] === 'on_hold' && message.includes('sent back for a revision')
          ? { ...body, current_status: before }
          : body,
      )(behaviour)
    },
  },
  {
    id: 'correlation-id-of-the-process',
    breaks: 'errors.correlation-id-identifies-the-request',
    bug: 'The correlation id is made once, when the service starts.',
    apply: ({ problems }) => {
      const id = crypto.randomUUID()
      problems.newCorrelationId = () => id
    },
  },
  {
    id: 'invalid-value-withheld',
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'The offending value is never repeated, for fear of what it may hold.',
    apply: detailing(({ value: _left, ...rest }) => ({ ...rest, value: null })),
  },
  {
    id: 'malformed-json-is-422',
    breaks: 'errors.malformed-json-is-400',
    bug: 'A body that is not JSON is answered like one with unusable values.',
    apply: ({ problems }) => {
      problems.unreadable = 'validation_failed'
      const { status } = problems
      problems.status = function unreadable(refusal) {
        return refusal.status === 400 ? 422 : status.call(this, refusal)
      }
    },
  },
  {
    id: 'wrong-type-crashes',
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'A field of the wrong type is not foreseen and ends in the handler of last resort.',
    apply: set('problems.wrongType', 'internal_error'),
  },
  {
    id: 'unknown-id-is-422',
    breaks: 'errors.unknown-resource-is-404',
    bug: 'An id in the path that belongs to nothing is answered as an unusable value.',
    apply: instead('access.find', (usual, account, resource, what) => {
      if (resource) return usual(account, resource, what) as never
      throw new Refusal('not_found', `No such ${what}.`, { status: 422 })
    }),
  },
  {
    id: 'not-found-by-another-name',
    breaks: 'errors.unknown-resource-is-not-found',
    bug: 'The code of what is not there names the kind of resource.',
    apply: renamed('not_found', 'resource_not_found'),
  },
  {
    id: 'foreign-resource-by-another-name',
    breaks: 'errors.resource-not-entitled-is-not-found',
    bug: 'The 404 about the order of somebody else has a code that distinguishes it from one that is not there.',
    apply: instead('access.find', (usual, account, resource, what) => {
      if (resource && resource.account !== account)
        throw new Refusal('not_yours', 'This is not yours.', { status: 404 })
      return usual(account, resource, what) as never
    }),
  },
  {
    id: 'unsupported-content-type-is-400',
    breaks: 'errors.unsupported-content-type-is-415',
    bug: 'A body of another content type counts as unreadable.',
    apply: withStatus('unsupported_media_type', 400),
  },
  {
    id: 'unsupported-content-type-by-another-name',
    breaks: 'errors.content-type-refusal-is-unsupported-media-type',
    bug: 'The refusal of a content type has a code of its own.',
    apply: renamed('unsupported_media_type', 'unsupported_content_type'),
  },
  {
    id: 'over-the-rate-is-served',
    breaks: 'errors.over-the-rate-is-429',
    bug: 'The rate is counted and shown, but nobody is ever refused for it.',
    apply: replace('rateLimit.isOver', () => false),
  },
  {
    id: 'over-the-rate-by-another-name',
    breaks: 'errors.over-the-rate-is-rate-limited',
    bug: 'The gateway that refuses for the rate has a code of its own.',
    apply: renamed('rate_limited', 'too_many_requests'),
  },
  {
    id: 'past-date-detail-tells-another-date',
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'The detail of a due date in the past has the earliest date that would do.',
    deep: 'only for a due date in the past',
    apply: detailing((detail) =>
      detail['field'] === 'due_date' && detail['code'] === 'invalid_value'
        ? { ...detail, value: new Date().toISOString().slice(0, 10) }
        : detail,
    ),
  },
]
