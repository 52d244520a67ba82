// Readings of the sandbox: how an advance answers, and what it makes up.
import { lifecycle } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'
import { lazily } from '../contract/lazily.ts'
import { statusesBefore } from '../contract/stages.ts'
import type { Answered } from '../evidence/exchange.ts'
import {
  answered,
  isSuccess,
  itemsAt,
  operation,
  orderIdOf,
  requestAt,
  responseAt,
  statusOf,
  succeeded,
} from './answers.ts'
import { isText, statuses } from './cases.ts'
import { matches, type ExchangeObserver, type StatefulObserver } from './observer.ts'
import { byOrder, codeIn, eventsIn, isStatusChange, isUnfiltered } from './raised-events.ts'

const isAdvance = (exchange: Answered): boolean => operation(exchange, 'advanceOrder')
const isAdvanced = succeeded('advanceOrder')

/** Where an order was advanced to, one after another, and when it came to the last of these. */
type Moves = { all: string[]; at: number }

/** Looks at every order that is shown after an advance, which the advance itself left where it is. */
const afterAdvance = (
  freedom: string,
  look: (exchange: Answered, moves: Moves) => string | null,
): StatefulObserver => ({
  freedom,
  start() {
    const placed = new Map<string, Moves>()
    return {
      reading(exchange) {
        if (!isSuccess(exchange)) return null
        if (operation(exchange, 'createOrder')) placed.set(String(responseAt(exchange, '/id')), { all: [], at: 0 })
        if (!operation(exchange, 'advanceOrder', 'getOrder')) return null
        const moves = placed.get(orderIdOf(exchange) ?? '')
        if (!moves) return null
        if (isAdvance(exchange)) {
          moves.all.push(String(requestAt(exchange, '/to_status')))
          moves.at = exchange.startedAt
        }
        const isThere = moves.all.length > 0 && responseAt(exchange, '/status/code') === moves.all.at(-1)
        return isThere && isObject(responseAt(exchange, '/dates')) ? look(exchange, moves) : null
      },
    }
  },
})

const companyKinds = ['invoice', 'compliance_certificate', 'borrower_certificate', 'ssr', 'review_report']

const hours = 3_600_000

/** From the moment of the status to the appointment, in hours; null where there is none, or a date alone. */
const untilAppointment = (exchange: Answered): number | null => {
  const appointment = responseAt(exchange, '/dates/appointment_at')
  const from = Date.parse(String(responseAt(exchange, '/status/changed_at')))
  if (typeof appointment !== 'string' || Number.isNaN(from)) return null
  const ms = Date.parse(appointment) - from
  return appointment.length > 10 || Math.abs(ms) > 48 * hours ? ms / hours : null
}

const unreported = lazily(() => statusesBefore('awaiting_review'))

const submitted = lazily(() => [...statusesBefore('report_complete', 'awaiting_review'), 'report_complete'])

const rejection: StatefulObserver = {
  freedom: 'sandbox.rejection-without-report',
  start() {
    const moves = new Map<string, string[]>()
    return {
      reading(exchange) {
        if (isAdvanced(exchange)) {
          const id = orderIdOf(exchange) ?? ''
          moves.set(id, [...(moves.get(id) ?? []), String(requestAt(exchange, '/to_status'))])
        }
        const page = eventsIn(exchange)
        if (page.length === 0 || !isUnfiltered(exchange)) return null
        for (const ofOrder of byOrder(page)) {
          const to = moves.get(ofOrder[0]!.orderId) ?? []
          const statuses = ofOrder.filter(isStatusChange)
          const at = statuses.findIndex((event) => codeIn(event, 'status') === 'report_rejected_for_correction')
          if (at < 0 || !to.includes('report_rejected_for_correction')) continue
          if (unreported().includes(codeIn(statuses[at]!, 'previous_status') ?? '')) return 'status-only'
          const submission = statuses[at - 1]
          const before = submission && codeIn(submission, 'previous_status')
          // An order may go through every status on its way, so that its appointment comes before its submission.
          const isMadeUp =
            submission !== undefined &&
            codeIn(submission, 'status') === 'awaiting_review' &&
            unreported().includes(before ?? '') &&
            before !== 'appointment_scheduled'
          if (isMadeUp && !to.includes('awaiting_review')) return 'submission-too'
        }
        return null
      },
    }
  },
}

/** Nothing but clearing takes an order away. */
const cleared: StatefulObserver = {
  freedom: 'sandbox.data-lifetime',
  start() {
    const placed = new Set<string>()
    return {
      reading(exchange) {
        if (exchange.role !== 'main' || exchange.environment !== 'sandbox') return null
        if (operation(exchange, 'createOrder') && isSuccess(exchange)) placed.add(String(responseAt(exchange, '/id')))
        const isGone = operation(exchange, 'getOrder', 'advanceOrder', 'holdOrder', 'resumeOrder', 'cancelOrder')
        if (!isGone || exchange.response.status !== 404 || !placed.has(orderIdOf(exchange) ?? '')) return null
        return responseAt(exchange, '/code') === 'not_found' ? 'cleared-at-times' : null
      },
    }
  },
}

const statusCodes = (): string[] => lifecycle().statuses.map(({ code }) => code)

const isElsewhere = (exchange: Answered): boolean => {
  const to = isAdvance(exchange) ? requestAt(exchange, '/to_status') : undefined
  return isText(to) && to.trim() !== '' && !statusCodes().includes(to)
}

const isAssigned = (exchange: Answered): boolean =>
  isAdvanced(exchange) &&
  isObject(responseAt(exchange, '/dates')) &&
  requestAt(exchange, '/to_status') === 'appraiser_assigned'

const appraiserName = (exchange: Answered): unknown => {
  const appraiser = responseAt(exchange, '/appraiser')
  return isObject(appraiser) ? appraiser['name'] : appraiser
}

const detailNames = (exchange: Answered): string =>
  `${String(responseAt(exchange, '/details/0/field'))} ${String(responseAt(exchange, '/details/0/code'))}`

const advanceResponse = (exchange: Answered): string | null => {
  if (!isAdvanced(exchange)) return null
  if (exchange.response.body.length === 0) return 'empty'
  if (responseAt(exchange, '/loan') !== undefined) return 'order'
  return responseAt(exchange, '/previous_status') === undefined ? null : 'like-hold'
}

export const observers: readonly (ExchangeObserver | StatefulObserver)[] = [
  matches('sandbox.success-status', isAdvance, statusOf, statuses(200, 201, 202)),
  { freedom: 'sandbox.advance-response', reading: advanceResponse },
  matches('sandbox.unknown-target', isElsewhere, statusOf, statuses(400, 409, 422)),
  matches('sandbox.refusal-detail-names', answered(409, 'advanceOrder'), detailNames, {
    'field-status': 'status current_status',
    'field-to-status': 'to_status invalid_value',
  }),
  matches('sandbox.appraiser-value', isAssigned, appraiserName, { 'made-up-name': isText, 'null-value': null }),
  rejection,
  cleared,
  afterAdvance('sandbox.appointment-value', (exchange, { all }) => {
    const ahead = all.at(-1) === 'appointment_scheduled' ? untilAppointment(exchange) : null
    if (ahead === null) return null
    return ahead > 12 ? 'some-days-ahead' : Math.abs(ahead) < 0.1 ? 'now' : null
  }),
  afterAdvance('sandbox.appointment-when-skipped', (exchange, { all }) => {
    if (all.includes('appointment_scheduled') || !submitted().includes(all.at(-1)!)) return null
    if (responseAt(exchange, '/dates/appointment_at') === null) return 'null-value'
    const ahead = untilAppointment(exchange)
    return ahead !== null && ahead < -0.02 ? 'made-up' : null
  }),
  afterAdvance('sandbox.delivered-files', (exchange, { all, at }) => {
    if (all.at(-1) !== 'report_complete') return null
    const kinds = itemsAt(exchange, '/documents').map(({ kind }) => String(kind))
    const isMore = kinds.some((kind) => companyKinds.includes(kind))
    if (isMore) return 'report-and-company-files'
    // What is issued a little later comes on its own.
    const isAllThere = kinds.some((kind) => kind.startsWith('report_')) && exchange.startedAt - at > 15_000
    return isAllThere ? 'report-files-only' : null
  }),
]
