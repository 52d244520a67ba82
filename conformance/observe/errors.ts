// Readings of refusals: what their bodies hold beside what the contract asks for.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { answered, header, itemsAt, operation, pointer, requestAt, responseAt, statusOf } from './answers.ts'
import { isFilled, isText, onlyOf, otherwise, statuses } from './cases.ts'
import { either, matches, type Observer, type StatefulObserver } from './observer.ts'

/** A refusal in the form of the contract. */
const isRefusal = (exchange: Answered): boolean =>
  exchange.response.status >= 400 && exchange.operation !== 'requestToken' && isText(responseAt(exchange, '/code'))

const isRefusedWith =
  (status: number) =>
  (exchange: Answered): boolean =>
    exchange.response.status === status && isRefusal(exchange)

/** Refused downloads, and tests before a configuration, have freedoms of their own. */
const isUnreadable = (exchange: Answered): boolean =>
  isRefusedWith(400)(exchange) &&
  !operation(exchange, 'downloadDocument') &&
  responseAt(exchange, '/code') !== 'webhook_not_configured'

const isNotFound = isRefusedWith(404)

const isOtherConflict = answered(409, 'createRevisionRequest', 'amendOrder')

const known = ['code', 'message', 'details', 'current_status', 'correlation_id']
const shownCodes = ['required', 'invalid_value', 'current_status']

const isWithoutTarget = (exchange: Answered): boolean =>
  operation(exchange, 'advanceOrder') &&
  isObject(requestAt(exchange, '')) &&
  requestAt(exchange, '/to_status') === undefined

const hasOddReason = (exchange: Answered): boolean => {
  if (!operation(exchange, 'holdOrder', 'resumeOrder', 'cancelOrder')) return false
  return !isText(requestAt(exchange, '/reason') ?? '')
}

/** The contract shows an entry for the contacts of a borrower, and one for the status of an order. */
const isUnlisted = (exchange: Answered): boolean =>
  isRefusedWith(422)(exchange) &&
  isObject(requestAt(exchange, '')) &&
  !itemsAt(exchange, '/details').some(
    ({ field, code }) => /^borrowers\.\d+\.contacts$/.test(String(field)) || code === 'current_status',
  )

const invalid = ['validation_failed', 'semantic_validation_failed']

/** Many a value has a rule of its own, with its own code and nothing to point at: only of several creates details are missing. */
const enough = 3

const detailsPresence: StatefulObserver = {
  freedom: 'errors.details-presence',
  start: () => {
    let [without, isPresent] = [0, false]
    return {
      reading: (exchange) => {
        if (!isUnlisted(exchange)) return null
        if (isFilled(responseAt(exchange, '/details'))) isPresent = true
        else if (operation(exchange, 'createOrder') && invalid.includes(String(responseAt(exchange, '/code'))))
          without += 1
        return isPresent ? 'present' : without >= enough ? 'absent' : null
      },
    }
  },
}

const missingValue = (exchange: Answered): string | null => {
  const details = isRefusal(exchange) ? itemsAt(exchange, '/details') : []
  const missing = details.find(({ code }) => code === 'required')
  return missing ? either('value' in missing, 'null-value', 'left-out') : null
}

const hasOtherCode = (exchange: Answered): boolean =>
  itemsAt(exchange, '/details').some(({ code }) => !shownCodes.includes(String(code)))

/** An id that came with the request is not the service's own. */
const hasOwnId = (exchange: Answered): boolean =>
  isRefusal(exchange) &&
  !exchange.request.headers.some(([, value]) => value === responseAt(exchange, '/correlation_id'))

/** What reaches no operation may be answered by another layer. */
const isOfService = (exchange: Answered): boolean => isRefusal(exchange) && exchange.operation !== null

const repeatsId = (exchange: Answered): boolean =>
  exchange.response.headers.some(([, value]) => value === responseAt(exchange, '/correlation_id'))

/** Details about a parameter name it or nothing. */
const parameterField = (exchange: Answered): string | null => {
  const isList = operation(exchange, 'listOrders', 'listOrderTypes', 'listEvents')
  if (!isList || ![400, 422].includes(exchange.response.status) || !isRefusal(exchange)) return null
  const names = new URL(exchange.request.url).searchParams
  const [detail] = itemsAt(exchange, '/details')
  if (!detail) return null
  const { field } = detail
  if (field === '' || field === null) return 'empty-or-null'
  return typeof field === 'string' && names.has(field) ? 'name-of-parameter' : null
}

const secretDetail = (exchange: Answered): string | null => {
  const secret = operation(exchange, 'setWebhook') ? requestAt(exchange, '/secret') : undefined
  if (typeof secret !== 'string' || secret === '' || exchange.response.status !== 422) return null
  const detail = itemsAt(exchange, '/details').find(({ field, code }) => field === 'secret' && code !== 'required')
  if (!detail) return null
  if (!('value' in detail)) return 'left-out'
  return detail['value'] === secret ? null : 'withheld'
}

export const observers: readonly Observer[] = [
  matches('errors.code-of-400', isUnreadable, pointer('/code'), {
    'invalid-request': 'invalid_request',
    'validation-failed': 'validation_failed',
    'another-code': otherwise,
  }),
  matches('errors.missing-required-elsewhere', isWithoutTarget, statusOf, statuses(400, 422)),
  matches('errors.wrong-type-elsewhere', hasOddReason, statusOf, {
    ignored: (status: number) => status < 300,
    ...statuses(400, 422),
  }),
  detailsPresence,
  matches('errors.details-when-none', isNotFound, pointer('/details'), {
    'null-value': null,
    'empty-array': Array.isArray,
    'left-out': otherwise,
  }),
  matches('errors.detail-codes', isRefusal, hasOtherCode, { 'further-codes': true }),
  { freedom: 'errors.detail-value-when-missing', reading: missingValue },
  matches('errors.current-status-elsewhere', isNotFound, pointer('/current_status'), {
    'null-value': null,
    'left-out': otherwise,
  }),
  matches('errors.correlation-id-form', hasOwnId, pointer('/correlation_id'), {
    uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'trace-id': /^[0-9a-f]{16,32}$/i,
    'prefixed-text': isText,
  }),
  matches('errors.correlation-header', isOfService, repeatsId, { 'header-too': true, 'body-only': false }),
  matches('errors.extra-fields', isRefusal, (exchange) => Object.keys(responseAt(exchange, '') as object), {
    'those-listed': onlyOf(known),
    'further-fields': otherwise,
  }),
  { freedom: 'errors.detail-field-forms', reading: parameterField },
  { freedom: 'errors.secret-values-in-details', reading: secretDetail },
  matches('errors.retry-after-with-503', isRefusedWith(503), header('retry-after'), {
    seconds: /^\d+$/,
    'http-date': (text: string) => !Number.isNaN(Date.parse(text)),
  }),
  matches('errors.details-on-other-conflicts', isOtherConflict, pointer('/details'), {
    'as-on-hold': isFilled,
    none: otherwise,
  }),
]
