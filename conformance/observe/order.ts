// Readings of an order: what is shown where nothing was sent, in which form, and how a move changes it.
import { fieldsIn } from '../evidence/parts.ts'
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, orderIdOf, pointer, requestAt, responseAt, succeeded } from './answers.ts'
import { isText, otherwise, readingOf, type Cases } from './cases.ts'
import { isCreated, unsent } from './new-orders.ts'
import { either, matches, type ExchangeObserver, type Observer, type StatefulObserver } from './observer.ts'
import { endOf, ofEachOrder, timeOf } from './order-history.ts'
import { movesItsOrder } from './revision-outcomes.ts'

const isRead = succeeded('getOrder')

const nameOf = (appraiser: unknown): unknown => (isObject(appraiser) ? appraiser['name'] : appraiser)
const isNamed = (appraiser: unknown): boolean => isText(nameOf(appraiser))

/** A value of a new order at the pointer at which the request did not send it. */
const unset = (freedom: string, path: string, cases: Cases): ExchangeObserver =>
  matches(freedom, unsent(path), pointer(path), cases)

/** Flags stand elsewhere on the order than in the request. */
const unsetFlag = matches('order.flags-unset', unsent('/rush'), pointer('/flags/rush'), {
  'false-value': false,
  'null-value': null,
})

const isQuoted = (exchange: Answered): boolean =>
  isCreated(exchange) && responseAt(exchange, '/fees/appraisal_fee') === null

const appraiserNotShared = (exchange: Answered): string | null => {
  const appraiser = isRead(exchange) ? responseAt(exchange, '/appraiser') : undefined
  if (isObject(appraiser) && appraiser['name'] === null) return 'nameless-object'
  return appraiser === null && responseAt(exchange, '/status/code') === 'appraiser_assigned' ? 'null-value' : null
}

const loanCurrency = (exchange: Answered): string | null => {
  if (isText(requestAt(exchange, '/loan/purchase_price'))) return null
  const cases: Cases = { usd: 'USD', 'usd-with-a-price': null }
  return unsent('/loan/currency')(exchange) ? readingOf(responseAt(exchange, '/loan/currency'), cases) : null
}

const documentsOrder = (exchange: Answered): string | null => {
  const ages = itemsAt(exchange, '/documents').map(({ created_at }) => Date.parse(String(created_at)))
  const [first = 0, last = 0] = [ages[0], ages.at(-1)]
  return !isRead(exchange) || first === last ? null : either(first > last, 'newest-first', 'oldest-first')
}

const agencyCaseNumber = (exchange: Answered): string | null => {
  if (!isCreated(exchange)) return null
  const shown = responseAt(exchange, '/loan/agency_case_number')
  const [fha, own] = [requestAt(exchange, '/loan/fha_case_number'), requestAt(exchange, '/loan/agency_case_number')]
  if (isText(own)) return readingOf(shown, { 'company-only': null, 'also-on-create': own })
  return isText(fha) && shown === fha ? 'mirrors-fha' : null
}

const delivered = ['report_complete', 'revised_report_complete']
const revising = ['revision_requested', 'reconsideration_requested']
const beyondAppointment = ['awaiting_review', 'report_rejected_for_correction', ...delivered, ...revising]

/** A move by the sandbox itself may come between what lies further apart. */
const atOnceMs = 1000

/** Whether the order skips its assignment, which an advance within a moment from `new` does. */
const skips = (exchange: Answered, newSince: number | null): boolean =>
  newSince !== null &&
  exchange.startedAt - newSince < atOnceMs &&
  !['new', 'appraiser_assigned'].includes(String(requestAt(exchange, '/to_status')))

/** An appraiser that is not shown says something only where the sandbox shares the one that it makes up itself. */
const appraiserWhenSkipped: StatefulObserver = {
  freedom: 'order.appraiser-when-skipped',
  start: () => {
    const skipped = new Set<string>()
    let [isShared, isMissed] = [false, false]
    const history = ofEachOrder<{ newSince: number | null; isAssigned: boolean }>({
      freedom: 'order.appraiser-when-skipped',
      start: () => ({ newSince: null, isAssigned: false }),
      read: (order, { id, status, order: { appraiser } }, exchange) => {
        order.newSince = status === 'new' ? endOf(exchange) : null
        if (order.isAssigned && isNamed(appraiser)) isShared = true
        if (skipped.has(id) && isNamed(appraiser)) return 'shown'
        if (skipped.has(id) && appraiser === null && !['new', 'pending_review'].includes(status)) isMissed = true
        return isMissed && isShared ? 'null-value' : null
      },
      other: (order, exchange) => {
        if (!operation(exchange, 'advanceOrder') || !isSuccess(exchange)) return
        if (skips(exchange, order.newSince)) skipped.add(orderIdOf(exchange)!)
        if (requestAt(exchange, '/to_status') === 'appraiser_assigned') order.isAssigned = true
        order.newSince = null
      },
    })
    return history.start()
  },
}

const appointmentAfterLeaving = ofEachOrder<{ at: unknown }>({
  freedom: 'order.appointment-after-leaving',
  start: () => ({ at: null }),
  read: (history, { status, dates: { appointment_at: at } }) => {
    if (status === 'appointment_scheduled') history.at = at
    if (typeof history.at !== 'string' || !beyondAppointment.includes(status)) return null
    return at === null ? 'cleared' : at === history.at ? 'kept' : null
  },
})

const completedWhileRevising = ofEachOrder<{ at: unknown }>({
  freedom: 'order.completed-at-while-revising',
  start: () => ({ at: null }),
  read: (history, { status, dates: { completed_at: at } }) => {
    if (delivered.includes(status)) history.at = at
    if (typeof history.at !== 'string' || !revising.includes(status)) return null
    return at === null ? 'cleared' : at === history.at ? 'kept' : null
  },
})

const completedAfterRevision = ofEachOrder<{ at: unknown }>({
  freedom: 'order.completed-at-after-revision',
  start: () => ({ at: null }),
  read: (history, { status, order, dates: { completed_at: at } }) => {
    if (status === 'report_complete') history.at = at
    if (typeof history.at !== 'string' || status !== 'revised_report_complete' || typeof at !== 'string') return null
    if (timeOf(at) > timeOf(history.at)) return 'latest-delivery'
    // Two deliveries within one second may show the same moment.
    const isLater = timeOf(fieldsIn(order['status'])['changed_at']) > timeOf(history.at)
    return at === history.at && isLater ? 'first-delivery' : null
  },
})

const feeAfterCancellation = ofEachOrder<{ fee: string | null }>({
  freedom: 'order.fee-after-cancellation',
  start: () => ({ fee: null }),
  read: (history, { status, order: { fees } }) => {
    const fee = isObject(fees) ? fees['appraisal_fee'] : null
    if (typeof fee !== 'string') return null
    if (status !== 'cancelled') history.fee = fee
    else if (history.fee !== null && Number(fee) <= Number(history.fee))
      return either(fee === history.fee, 'unchanged', 'reduced')
    return null
  },
})

/** All codes of Connecticut but the one of an island of New York. */
const ofConnecticut = /^06(?!390)\d{3}/
const county = '/property/address/county'

const connecticutCounty = (exchange: Answered): string | null => {
  const isThere = ofConnecticut.test(String(requestAt(exchange, '/property/address/postal_code')))
  if (!isThere || !unsent(county)(exchange)) return null
  return readingOf(responseAt(exchange, county), {
    county: /^(fairfield|hartford|litchfield|middlesex|new haven|new london|tolland|windham)( county)?$/i,
    'planning-region': /capitol|bridgeport|river valley|naugatuck|northeastern|northwest|central|southeastern|western/i,
  })
}

export const observers: readonly Observer[] = [
  { freedom: 'order.connecticut-county', reading: connecticutCounty },
  movesItsOrder('order.updated-at-revision-request'),
  matches('order.number-format', isCreated, pointer('/order_number'), {
    'digits-only': /^\d+$/,
    'digits-and-hyphen': /^[\d-]+$/,
    'free-text': isText,
  }),
  matches('order.appraiser-shape', isRead, pointer('/appraiser'), {
    'plain-text': isText,
    'richer-object': (appraiser: unknown) =>
      isObject(appraiser) && isNamed(appraiser) && Object.keys(appraiser).length > 1,
    'name-object': isNamed,
  }),
  { freedom: 'order.appraiser-not-shared', reading: appraiserNotShared },
  { freedom: 'order.loan-currency-unset', reading: loanCurrency },
  matches('order.fee-currency-while-quoted', isQuoted, pointer('/fees/currency'), {
    'null-value': null,
    usd: otherwise,
  }),
  unsetFlag,
  unset('order.has-adu-unset', '/property/has_adu', { 'false-value': false, 'null-value': null }),
  unset('order.parties-unset', '/parties', { 'null-value': null, 'object-of-empties': otherwise }),
  unset('order.state-form', '/property/address/state', { 'two-letters': /^..$/, 'full-name': isText }),
  unset('order.county-form', '/property/address/county', {
    'with-designation': / (?:County|Parish|Borough|Municipio)$/,
    'bare-name': isText,
  }),
  { freedom: 'order.documents-order', reading: documentsOrder },
  matches('order.address-summary-form', succeeded('listOrders'), pointer('/data/0/property_address_summary'), {
    'with-commas': /\d{5}/,
    'short-form': isText,
  }),
  { freedom: 'order.agency-case-number-source', reading: agencyCaseNumber },
  appraiserWhenSkipped,
  appointmentAfterLeaving,
  completedWhileRevising,
  completedAfterRevision,
  feeAfterCancellation,
]
