// Defects that break rules of the area errors.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import type { Defect } from './defect.ts'
import { refuseForeign } from './foreign.ts'

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
  apply: op.restatus((refusal) => refusal.code === code, given),
}))

export const errors: readonly Defect[] = [
  ...statuses,
  ...rows({
    'unreadable-is-semantic': {
      breaks: 'errors.semantic-validation-failed-comes-with-422',
      bug: 'A request that could not be read is answered 400 with the code of an unusable value.',
      apply: op.wrap('problems.body', function (shown, refusal) {
        return this.status(refusal) === 400 ? { ...shown, code: 'semantic_validation_failed' } : shown
      }),
    },
    'errors-in-the-oauth-shape': {
      breaks: 'errors.standard-body-outside-token-endpoint',
      bug: 'One error handler, that of the token endpoint, writes all errors.',
      apply: op.replace('problems.body', function oauthBody(refusal, correlationId) {
        return this.tokenBody(refusal, correlationId)
      }),
    },
    'error-without-code': {
      breaks: 'errors.body-has-code',
      bug: 'Errors have only their status and message.',
      apply: op.drop('problems.body', 'code'),
    },
    'error-without-message': {
      breaks: 'errors.body-has-message',
      bug: 'Errors have no message.',
      apply: op.drop('problems.body', 'message'),
    },
    'error-without-correlation-id': {
      breaks: 'errors.body-has-correlation-id',
      bug: 'The correlation id goes to the log and not into the answer.',
      apply: op.drop('problems.body', 'correlation_id'),
    },
    'not-found-has-two-codes': {
      breaks: 'errors.code-is-stable',
      bug: 'Two handlers answer what is not there, by turns, each with a code of its own.',
      apply: op.perTarget((turn = 0) =>
        op.recode(({ code }) => code === 'not_found' && (turn += 1) % 2 === 0, 'resource_not_found'),
      ),
    },
    'details-by-field': {
      breaks: 'errors.details-is-an-array',
      bug: 'Details are an object from field to message.',
      apply: op.retype('problems.body', 'details', (details) =>
        Object.fromEntries((details as Wire[]).map(({ field, message }) => [field, message])),
      ),
    },
    'detail-without-field': {
      breaks: 'errors.detail-has-field',
      bug: 'The field concerned is named in the message of a detail only.',
      apply: op.drop('problems.body', 'details.*.field'),
    },
    'detail-without-code': {
      breaks: 'errors.detail-has-code',
      bug: 'Details have a message and no code.',
      apply: op.drop('problems.body', 'details.*.code'),
    },
    'detail-without-message': {
      breaks: 'errors.detail-has-message',
      bug: 'Details have a code and no message.',
      apply: op.drop('problems.body', 'details.*.message'),
    },
    'detail-field-is-a-json-pointer': {
      breaks: 'errors.detail-field-is-a-dotted-path',
      bug: 'The validator names fields by JSON pointers, and they are handed on.',
      apply: op.retype('problems.body', 'details.*.field', (field) => `/${String(field).replaceAll('.', '/')}`),
    },
    'detail-path-with-brackets': {
      breaks: 'errors.detail-path-numbers-array-elements',
      bug: 'The path of a detail writes the index of an array element in brackets.',
      apply: op.retype('problems.body', 'details.*.field', (field) => String(field).replaceAll(/\.(\d+)/g, '[$1]')),
    },
    'detail-path-of-the-first-element': {
      breaks: 'errors.detail-path-numbers-array-elements',
      bug: 'The path of a detail has the index 0 whichever element of an array is wrong.',
      deep: 'only for a fault in the second borrower',
      apply: op.falsify('problems.body', 'details.*.field', (field) => String(field).replaceAll(/\.\d+/g, '.0')),
    },
    'detail-code-is-a-sentence': {
      breaks: 'errors.detail-code-is-stable-and-machine-readable',
      bug: 'The code of a detail is the sentence of the validator.',
      apply: op.edit('problems.body', ({ details }) => {
        for (const detail of (details ?? []) as Wire[]) detail['code'] = `This ${String(detail['message'])}!`
      }),
    },
    'detail-value-is-numbered': {
      breaks: 'errors.detail-value-is-stable-and-machine-readable',
      bug: 'The value of a detail is the name under which it stands in the log.',
      apply: op.perTarget((count = 0) =>
        op.edit('problems.body', ({ details }) => {
          for (const detail of (details ?? []) as Wire[]) detail['value'] = `value_${(count += 1)}`
        }),
      ),
    },
    'current-status-is-the-label': {
      breaks: 'errors.current-status-is-the-order-status-code',
      bug: 'A refusal for the status of the order shows its label instead of its code.',
      apply: op.falsify('problems.body', 'current_status', (status) =>
        String(status).replaceAll('_', ' ').toUpperCase(),
      ),
    },
    'held-order-refuses-a-revision-with-its-former-status': {
      breaks: 'errors.current-status-is-the-order-status-code',
      bug: 'The refusal of a revision request on a held order shows the status that the order had before the hold.',
      deep: 'only of a revision request in on_hold',
      apply: op.perTarget((before: string | null = null) => [
        op.falsify('problems.body', 'current_status', (status, _body, { message }) =>
          status === 'on_hold' && message.includes('sent back for a revision') ? (before ?? status) : status,
        ),
        op.note('lifecycle.mayRequestRevision', ({ status, previous_status }) => {
          before = status.code === 'on_hold' ? previous_status : null
        }),
      ]),
    },
    'correlation-id-of-the-process': {
      breaks: 'errors.correlation-id-identifies-the-request',
      bug: 'The correlation id is made once, when the service starts.',
      apply: op.stale('problems.newCorrelationId'),
    },
    'invalid-value-withheld': {
      breaks: 'errors.invalid-value-detail-carries-the-value',
      bug: 'The offending value is never repeated, for fear of what it may hold.',
      apply: op.edit('problems.body', ({ details }) => {
        for (const detail of (details ?? []) as Wire[]) detail['value'] = null
      }),
    },
    'malformed-json-is-422': {
      breaks: 'errors.malformed-json-is-400',
      bug: 'A body that is not JSON is answered like one with unusable values.',
      apply: op.together(
        op.restatus(({ status }) => status === 400, 422),
        op.set('problems.unreadable', 'validation_failed'),
      ),
    },
    'unknown-id-is-422': {
      breaks: 'errors.unknown-resource-is-404',
      bug: 'An id in the path that belongs to nothing is answered as an unusable value.',
      apply: op.instead('access.find', (usual, account, resource, what) => {
        if (resource) return usual(account, resource, what) as never
        throw new Refusal('not_found', `No such ${what}.`, { status: 422 })
      }),
    },
    'not-found-by-another-name': {
      breaks: 'errors.unknown-resource-is-not-found',
      bug: 'The code of what is not there names the kind of resource.',
      apply: op.recode(({ code }) => code === 'not_found', 'resource_not_found'),
    },
    'foreign-resource-by-another-name': {
      breaks: 'errors.resource-not-entitled-is-not-found',
      bug: 'The 404 about the order of somebody else has a code that distinguishes it from one that is not there.',
      apply: refuseForeign('not_yours', 404),
    },
    'unsupported-content-type-is-400': {
      breaks: 'errors.unsupported-content-type-is-415',
      bug: 'A body of another content type counts as unreadable.',
      apply: op.restatus(({ code }) => code === 'unsupported_media_type', 400),
    },
    'unsupported-content-type-by-another-name': {
      breaks: 'errors.content-type-refusal-is-unsupported-media-type',
      bug: 'The refusal of a content type has a code of its own.',
      apply: op.recode(({ code }) => code === 'unsupported_media_type', 'unsupported_content_type'),
    },
    'over-the-rate-is-served': {
      breaks: 'errors.over-the-rate-is-429',
      bug: 'The rate is counted and shown, but nobody is ever refused for it.',
      apply: op.replace('rateLimit.isOver', false),
    },
    'over-the-rate-by-another-name': {
      breaks: 'errors.over-the-rate-is-rate-limited',
      bug: 'The gateway that refuses for the rate has a code of its own.',
      apply: op.recode(({ code }) => code === 'rate_limited', 'too_many_requests'),
    },
    'past-date-detail-has-another-date': {
      breaks: 'errors.invalid-value-detail-carries-the-value',
      bug: 'The detail of a due date in the past has the earliest date that would do.',
      deep: 'only for a due date in the past',
      apply: op.falsify('problems.body', 'details.*', (detail) => {
        const { field, code } = detail as Wire
        const isMeant = field === 'due_date' && code === 'invalid_value'
        return isMeant ? { ...(detail as Wire), value: new Date().toISOString().slice(0, 10) } : detail
      }),
    },
  }),
]
