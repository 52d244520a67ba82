// Defects of the errors of single operations.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Operation, Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const detailsOf = (operation: Operation, change: (detail: Wire) => Wire): Mutation =>
  op.retype(
    'problems.body',
    'details.*',
    (detail) => change(detail as Wire),
    (_refusal, _correlationId, operationId) => operationId === operation,
  )

const withoutValue = ({ value: _left, ...detail }: Wire): Wire => detail

const inBrackets = ({ field, ...detail }: Wire): Wire => ({
  ...detail,
  field: String(field).replaceAll(/\.(\d+)/g, '[$1]'),
})

const offendingText = (change: (value: string) => string): Mutation =>
  op.retype('problems.body', 'details.*', (detail) => {
    const { code, value } = detail as Wire
    return code === 'invalid_value' && typeof value === 'string'
      ? { ...(detail as Wire), value: change(value) }
      : detail
  })

/** A remembered refusal, which a permitted reading sends again, has lost its code. */
const replayedWithoutCode: Mutation = op.perTarget((isReplay = false) => [
  op.replace('idempotency.bindsRefusal', ({ status }) => status === undefined),
  op.set('idempotency.replaysRefusal', true),
  op.instead('idempotency.sameBody', (usual, record, fingerprint) => {
    const isSame = usual(record, fingerprint)
    isReplay = isSame && record.order_id === ''
    return isSame
  }),
  op.wrap('problems.body', (body) => {
    const { code: _left, ...rest } = body as Wire
    const shown = isReplay ? rest : body
    isReplay = false
    return shown
  }),
])

export const errorDetails: readonly Defect[] = rows({
  'filter-error-without-value': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'The refusal of a filter does not show its value.',
    deep: 'only of the list of orders',
    apply: detailsOf('listOrders', withoutValue),
  },
  'feed-error-without-value': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'The refusal of a filter of the feed does not show its value.',
    deep: 'only of the feed',
    apply: detailsOf('listEvents', withoutValue),
  },
  'offending-text-in-lower-case': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'A value is put into lower case before it is looked up, and is shown so when it is not found.',
    deep: 'only for a value with capitals',
    apply: offendingText((value) => value.toLowerCase()),
  },
  'offending-text-cut': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'Of an offending value the log has room for 32 letters, and the refusal repeats what is logged.',
    deep: 'only for a long value',
    apply: offendingText((value) => value.slice(0, 32)),
  },
  'offending-text-in-ascii': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'An offending value is repeated as a header would have it.',
    deep: 'only for a letter outside ASCII',
    apply: offendingText((value) => value.replaceAll(/[^\x20-\x7e]/g, '?')),
  },
  'offending-number-as-text': {
    breaks: 'errors.invalid-value-detail-carries-the-value',
    bug: 'The offending value is put into a field for texts.',
    deep: 'only for a number or a boolean',
    apply: op.retype('problems.body', 'details.*', (detail) => {
      const { code, value } = detail as Wire
      return code === 'invalid_value' && value !== null && typeof value !== 'object'
        ? { ...(detail as Wire), value: String(value) }
        : detail
    }),
  },
  'amend-detail-in-brackets': {
    breaks: 'errors.detail-path-numbers-array-elements',
    bug: 'The refusal of an amendment writes the index of an array element in brackets.',
    deep: 'only of an amendment',
    apply: detailsOf('amendOrder', inBrackets),
  },
  'webhook-detail-in-brackets': {
    breaks: 'errors.detail-path-numbers-array-elements',
    bug: 'The refusal of an event type of the webhook writes its index in brackets.',
    deep: 'only of the webhook configuration',
    apply: detailsOf('setWebhook', inBrackets),
  },
  'replayed-refusal-without-a-code': {
    breaks: 'errors.body-has-code',
    bug: 'A refusal that is remembered under its key comes back without its code.',
    deep: 'only for a refused create that is sent again',
    apply: replayedWithoutCode,
  },
})
