// Readings of refusals: what their bodies hold beside what the contract asks for.
import { isObject } from '../contract/is-object.ts'
import { parseForm } from './form.ts'
import type { Answered } from '../evidence/exchange.ts'
import { headerOf } from '../evidence/exchange.ts'
import { requestAt, either, itemsAt, operation, responseAt, type ExchangeObserver } from './observer.ts'

const isError = ({ operation: id, response }: Answered): boolean => response.status >= 400 && id !== 'requestToken'
const isStandard = (exchange: Answered): boolean =>
  isError(exchange) && typeof responseAt(exchange, '/code') === 'string'
const isNotFound = (exchange: Answered): boolean => isStandard(exchange) && exchange.response.status === 404

const known = ['code', 'message', 'details', 'current_status', 'correlation_id']
const shownCodes = ['required', 'invalid_value', 'current_status']

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const status = ({ response }: Answered, ...wanted: number[]): string | null =>
  wanted.includes(response.status) ? `status-${response.status}` : null

const otherConflicts = ['createRevisionRequest', 'amendOrder']

/** Details about a parameter name it or nothing. */
const parameterField = (exchange: Answered): string | null => {
  const isList = operation(exchange, 'listOrders', 'listOrderTypes', 'listEvents')
  if (!isList || ![400, 422].includes(exchange.response.status) || !isStandard(exchange)) return null
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

const retryAfter503 = (exchange: Answered): string | null => {
  if (!isStandard(exchange) || exchange.response.status !== 503) return null
  const header = headerOf(exchange.response.headers, 'retry-after')?.trim()
  if (header === undefined) return 'absent'
  if (/^\d+$/.test(header)) return 'seconds'
  return Number.isNaN(Date.parse(header)) ? null : 'http-date'
}

export const errorObservers: readonly ExchangeObserver[] = [
  {
    freedom: 'errors.code-of-400',
    reading: (exchange) => {
      if (!isStandard(exchange) || exchange.response.status !== 400) return null
      return either(responseAt(exchange, '/code') === 'validation_failed', 'validation-failed', 'own-code')
    },
  },
  {
    freedom: 'errors.missing-required-elsewhere',
    reading: (exchange) => {
      const isBare = operation(exchange, 'advanceOrder') && isObject(requestAt(exchange, ''))
      return isBare && requestAt(exchange, '/to_status') === undefined ? status(exchange, 400, 422) : null
    },
  },
  {
    freedom: 'errors.wrong-type-elsewhere',
    reading: (exchange) => {
      const reason = operation(exchange, 'holdOrder', 'resumeOrder', 'cancelOrder')
        ? requestAt(exchange, '/reason')
        : null
      if (reason === null || reason === undefined || typeof reason === 'string') return null
      return exchange.response.status < 300 ? 'ignored' : status(exchange, 400, 422)
    },
  },
  {
    freedom: 'errors.details-presence',
    reading: (exchange) => {
      if (!isStandard(exchange) || exchange.response.status !== 422 || !isObject(requestAt(exchange, ''))) return null
      // The contract shows an entry for the contacts of a borrower.
      const fields = itemsAt(exchange, '/details').map(({ field }) => String(field))
      if (fields.some((field) => /^borrowers\.\d+\.contacts$/.test(field))) return null
      return either(fields.length > 0, 'present', 'absent')
    },
  },
  {
    freedom: 'errors.details-when-none',
    reading: (exchange) => {
      if (!isNotFound(exchange)) return null
      const details = responseAt(exchange, '/details')
      if (details === undefined) return 'left-out'
      return details === null ? 'null-value' : either(Array.isArray(details), 'empty-array', 'left-out')
    },
  },
  {
    freedom: 'errors.detail-codes',
    reading: (exchange) => {
      const codes = isStandard(exchange) ? itemsAt(exchange, '/details').map(({ code }) => String(code)) : []
      return codes.some((code) => !shownCodes.includes(code)) ? 'further-codes' : null
    },
  },
  {
    freedom: 'errors.detail-value-when-missing',
    reading: (exchange) => {
      const missing = isStandard(exchange)
        ? itemsAt(exchange, '/details').find(({ code }) => code === 'required')
        : undefined
      return missing ? either('value' in missing, 'null-value', 'left-out') : null
    },
  },
  {
    freedom: 'errors.current-status-elsewhere',
    reading: (exchange) =>
      isNotFound(exchange) ? either(responseAt(exchange, '/current_status') === null, 'null-value', 'left-out') : null,
  },
  {
    freedom: 'errors.correlation-id-form',
    reading: (exchange) => {
      const id = isStandard(exchange) ? responseAt(exchange, '/correlation_id') : undefined
      if (typeof id !== 'string') return null
      return uuid.test(id) ? 'uuid' : either(/^[0-9a-f]{16,32}$/i.test(id), 'trace-id', 'prefixed-text')
    },
  },
  {
    freedom: 'errors.correlation-header',
    reading: (exchange) => {
      if (!isStandard(exchange)) return null
      const id = responseAt(exchange, '/correlation_id')
      return either(
        exchange.response.headers.some(([, value]) => value === id),
        'header-too',
        'body-only',
      )
    },
  },
  {
    freedom: 'errors.extra-fields',
    reading: (exchange) => {
      if (!isStandard(exchange)) return null
      const keys = Object.keys(responseAt(exchange, '') as object)
      return either(
        keys.every((key) => known.includes(key)),
        'those-listed',
        'further-fields',
      )
    },
  },
  { freedom: 'errors.detail-field-forms', reading: parameterField },
  { freedom: 'errors.secret-values-in-details', reading: secretDetail },
  { freedom: 'errors.retry-after-with-503', reading: retryAfter503 },
  {
    freedom: 'errors.details-on-other-conflicts',
    reading: (exchange) => {
      if (!operation(exchange, ...otherConflicts) || exchange.response.status !== 409) return null
      return either(itemsAt(exchange, '/details').length > 0, 'as-on-hold', 'none')
    },
  },
  {
    freedom: 'auth.unsupported-grant-error',
    reading: (exchange) => {
      const grant = operation(exchange, 'requestToken') ? parseForm(exchange).get('grant_type') : null
      if (!grant || grant === 'client_credentials' || exchange.response.status !== 400) return null
      return either(responseAt(exchange, '/error') === 'invalid_request', 'invalid-request', 'unsupported-grant-type')
    },
  },
  {
    freedom: 'auth.token-error-on-other-statuses',
    reading: (exchange) => {
      if (!operation(exchange, 'requestToken') || ![415, 429, 500, 503].includes(exchange.response.status)) return null
      const error = String(responseAt(exchange, '/error')).replaceAll('_', '-')
      return ['invalid-request', 'invalid-client', 'unauthorized-client'].includes(error) ? error : null
    },
  },
  {
    freedom: 'auth.basic-with-json',
    reading: (exchange) => {
      const { headers } = exchange.request
      const isBasic = /^basic /i.test(headerOf(headers, 'authorization') ?? '')
      const isJson = /^application\/json\b/i.test(headerOf(headers, 'content-type') ?? '')
      const isPlain = isBasic && isJson && requestAt(exchange, '/client_secret') === undefined
      if (!operation(exchange, 'requestToken') || !isPlain) return null
      return exchange.response.status === 200 ? 'accepted' : exchange.response.status === 400 ? 'refused' : null
    },
  },
]
