// Permitted readings of the freedoms of the area sandbox.
import { instead, replace, set, together, wrap } from '../operators/index.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { faultsAs, succeedsWith } from './reading-patches.ts'

type Wire = Record<string, unknown>

const answered = (change: (order: Wire, previous: Wire) => Wire | undefined): ReadingPatch =>
  replace('sandbox.answered', change)

const likeHold = ({ id, order_number, status }: Wire, previous_status: Wire): Wire => ({
  id,
  order_number,
  status,
  previous_status,
})

const nothing: ReadingPatch = (ground) => {
  answered(() => undefined)(ground)
  succeedsWith(['advanceOrder'], 204)(ground)
}

/** A status that is none is a move that the table does not list. */
const anyTarget: ReadingPatch = ({ behaviour: { shapes } }) => {
  const properties = shapes.advanceOrder['properties'] as Record<string, Wire>
  properties['to_status'] = { type: 'string', pattern: '\\S' }
}

/** What the company of a sandbox does next, and the seconds it takes for it. */
const nextMoves: Record<string, string> = {
  new: 'appraiser_assigned',
  appraiser_assigned: 'appraiser_accepted',
  appraiser_accepted: 'borrower_contacted',
  borrower_contacted: 'appointment_scheduled',
  appointment_scheduled: 'awaiting_review',
}

const hour = 3_600_000

const submissionToo: ReadingPatch = wrap('sandbox.steps', (usual, from, to) => {
  const isSubmitted = from === 'awaiting_review' || usual.includes('awaiting_review')
  return to === 'report_rejected_for_correction' && !isSubmitted
    ? [...usual.slice(0, -1), 'awaiting_review', to]
    : usual
})

const tokenFirst: ReadingPatch = instead('routing.unmatched', (usual, asked) => {
  const isAdvance = asked.inBase && /\/sandbox\/orders\/[^/]+\/advance$/.test(asked.path)
  if (isAdvance) asked.authenticate()
  return usual(asked)
})

/** An order held while it was transitional goes nowhere until it has come to rest. */
const heldTwice: ReadingPatch = ({ behaviour: { lifecycle } }) => {
  const chained = new Set<string>()
  const { mayAdvance, remembered } = lifecycle
  lifecycle.remembered = function (order) {
    if (lifecycle.transitional.includes(order.status.code)) chained.add(order.id)
    else chained.delete(order.id)
    return remembered.call(this, order)
  }
  lifecycle.mayAdvance = function (order, to) {
    return !(order.status.code === 'off_hold' && chained.has(order.id)) && mayAdvance.call(this, order, to)
  }
}

export const sandbox: AreaReadings = {
  'sandbox.success-status': {
    'status-201': succeedsWith(['advanceOrder'], 201),
    'status-202': succeedsWith(['advanceOrder'], 202),
  },
  'sandbox.advance-response': { 'like-hold': answered(likeHold), empty: nothing },
  'sandbox.unknown-target': {
    'status-409': anyTarget,
    'status-400': faultsAs(
      'advanceOrder',
      ({ kind, field }) => kind === 'unusableValue' && field === 'to_status',
      'invalid_request',
    ),
  },
  'sandbox.refusal-detail-names': {
    'field-to-status': wrap('sandbox.refusalDetail', (usual) => ({
      ...usual,
      field: 'to_status',
      code: 'invalid_value',
    })),
  },
  'sandbox.appointment-value': {
    now: replace('sandbox.appointment', (now) => now),
  },
  'sandbox.appointment-when-skipped': {
    'made-up': replace('sandbox.skippedAppointment', (_order, now) => now - hour),
  },
  'sandbox.appraiser-value': {
    'null-value': set('sandbox.appraiser', (usual) => ({ ...usual, shared: false })),
  },
  'sandbox.rejection-without-report': { 'submission-too': submissionToo },
  'sandbox.spontaneous-moves': {
    'moves-automatically': replace('sandbox.nextMove', ({ status }) => {
      const to = nextMoves[status.code]
      return to === undefined ? null : { to, afterSeconds: 6 }
    }),
  },
  'sandbox.data-lifetime': {
    'cleared-at-times': set('sandbox.lifetimeSeconds', 3 * 24 * 3600),
  },
  'sandbox.delivered-files': {
    'report-files-only': together(
      wrap('deliveries.kinds', (usual, _company, _revision, environment) => {
        return environment === 'sandbox' ? usual.filter((kind) => kind.startsWith('report_')) : usual
      }),
      wrap('deliveries.later', (usual, _company, _revision, environment) => (environment === 'sandbox' ? [] : usual)),
    ),
  },
  'sandbox.production-answer': { 'status-401': tokenFirst },
  'sandbox.advance-after-hold-chain': { nothing: heldTwice },
}
