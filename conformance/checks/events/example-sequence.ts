// What one order raises from its create to its revised report, along the moves of the contract's own example.
import { clocksApartMs } from '../../contract/clocks.ts'
import { instantIn } from '../../contract/instant.ts'
import { sameInstant } from '../../contract/same-instant.ts'
import { atLeast, includes } from '../../evidence/expected.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { entriesIn } from '../../evidence/parts.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { byId, codeOf, fieldIn, findEvent, seenEvent, seenInEvent, statusInEvent } from '../../steps/events-of.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt } from '../../steps/read.ts'
import { leadsFrom, observeSkipped } from '../../steps/status-chain.ts'

type Data = Record<string, unknown>

const createdRaised = 'events.created-is-raised-by-a-create'
const createdMoment = 'events.created-status-is-of-that-moment'
const assigned = ['events.assigned-is-raised-by-an-assignment', 'events.assigned-always-fires']

const assignedWhen = 'events.assigned-has-assigned-at'
const taken = 'events.status-changed-status-is-the-new-one'
const left = 'events.status-changed-previous-status-is-the-one-before'

const moves = [
  ['new', 'appraiser_assigned'],
  ['appraiser_assigned', 'appointment_scheduled'],
  ['appointment_scheduled', 'awaiting_review'],
] as const

const isOf = (status: unknown, shown: string): boolean =>
  sameInstant(String((status as { changed_at?: unknown }).changed_at), shown)

const changeRaised = [
  'events.status-changed-is-raised-by-a-visible-change',
  'sandbox.advance-raises-what-a-real-move-raises',
]
const statusLeft = [left, 'sandbox.advance-events-have-real-payloads']
// An assignment has an event of its own.
const [, ...laterMoves] = moves

const deliveryRaised = 'events.completed-is-raised-by-a-delivered-report'
const each = 'events.document-added-is-raised-for-each-file-of-a-delivery-or-none'
const notRevised = 'events.completed-revision-is-false-for-a-first-report'

const firstReport = {
  type: 'order.completed',
  fits: ({ status }: Data) => codeOf(status) !== 'revised_report_complete',
}

type Summary = { id?: unknown; kind?: unknown } | null
const documentIn = ({ document }: Data): Summary => (document ?? null) as Summary
const reports = ['report_pdf', 'report_data']
const isReport = (document: Summary): boolean => reports.includes(String(document?.kind))

const ofReports = {
  first: notRevised,
  again: 'events.completed-is-raised-again-by-a-revised-report',
  revised: 'events.completed-revision-is-true-for-a-revised-report',
  moment: 'events.completed-status-is-of-that-moment',
  lists: 'events.completed-lists-the-documents-delivered',
  completed: 'order.completed-at-is-set-by-a-delivery',
}

const reportsIn = (documents: unknown): unknown[] =>
  (Array.isArray(documents) ? documents : []).filter(({ kind }) => reports.includes(kind)).map(({ id }) => id)

export default claims(exampleSequence, ['orders', 'sandbox'], {
  // A create raises `order.created`, whichever status the order starts in.
  'events.create-raises-order-created': {
    verifies: [createdRaised, createdMoment],
    judge({ placed, events }, { expect, recordReading }) {
      const wanted = { type: 'order.created' }
      expect(createdRaised).equal(seenEvent(events, wanted), 'order.created')
      const created = findEvent(events, wanted)
      if (!created) return
      expect(createdRaised).equal(seenInEvent(created, '/lender_reference'), placed.body.lender_reference)
      expect(createdMoment).equal(statusInEvent(created), placed.status)
      const alsoChanged = events.some(
        (event) => event.type === 'order.status_changed' && fieldIn(event, 'status') === placed.status,
      )
      recordReading('events.creation-also-status-changed', alsoChanged ? 'both' : 'created-only', placed.answer)
    },
  },
  // An assignment raises `order.assigned` and, as the status changes too, `order.status_changed`.
  'events.assignment-raises-order-assigned': {
    verifies: [...assigned, assignedWhen, 'sandbox.advance-to-assigned-raises-status-changed'],
    judge(sequence, { expect, recordReading }) {
      const { answer } = arrivedAt(sequence, 'appraiser_assigned')
      expect(assigned).equal(seenEvent(sequence.events, { type: 'order.assigned' }), 'order.assigned')
      expect('sandbox.advance-to-assigned-raises-status-changed').equal(
        seenEvent(sequence.events, {
          type: 'order.status_changed',
          fits: ({ status }) => codeOf(status) === 'appraiser_assigned',
        }),
        'order.status_changed',
      )
      const event = findEvent(sequence.events, { type: 'order.assigned' })
      if (event)
        expect(assignedWhen).that(
          seenInEvent(event, '/assigned_at'),
          (at) => !(Math.abs(instantIn(at) - instantIn(event.createdAt)) > clocksApartMs),
          `about ${event.createdAt}`,
        )
      if (event)
        recordReading('events.appraiser-shared', event.data['appraiser'] === null ? 'null-value' : 'named', answer)
    },
  },
  // `order.status_changed` shows the status taken, as the order itself shows it, and the one left.
  'events.status-changed-carries-both-statuses': {
    verifies: [taken, left],
    judge(sequence, { expect }) {
      let looked = 0
      for (const [from, to] of moves) {
        const { order } = arrivedAt(sequence, to)
        const reached = ({ status, previous_status }: Data) => codeOf(status) === to && codeOf(previous_status) !== to
        const wrong = ({ status, previous_status }: Data) => codeOf(previous_status) === from && codeOf(status) !== to
        const event =
          findEvent(sequence.events, { type: 'order.status_changed', fits: reached }) ??
          findEvent(sequence.events, { type: 'order.status_changed', fits: wrong })
        if (!event) continue
        looked += 1
        expect(taken).equal(seenInEvent(event, '/status/code'), to)
        expect(left).that(
          seenInEvent(event, '/previous_status/code'),
          () => leadsFrom(sequence.events, event, from),
          `${from}, or a later status on the way`,
        )
        // The label may be reworded between two looks; the time of the change may not.
        if (statusOf(order) !== to) continue
        const shown = fieldAt(order, '/status/changed_at')
        // An order without the time is wrong itself, and says nothing of the event.
        if (typeof shown !== 'string') continue
        const { requests, ...inEvent } = seenInEvent(event, '/status/changed_at')
        expect(taken).that(
          { ...inEvent, requests: [...requests, order.id] },
          // The same status may be raised once more meanwhile, and a time be cut to the second in one place.
          () => sequence.events.some(({ data }) => codeOf(data['status']) === to && isOf(data['status'], shown)),
          shown,
        )
      }
      if (looked === 0) throw outOfPatience('no-status-change')
    },
  },
  // Each move between working statuses raises `order.status_changed` with the status reached and the one before it.
  'events.visible-moves-raise-status-changed': {
    verifies: [...changeRaised, ...statusLeft, taken],
    judge(sequence, context) {
      const { expect } = context
      for (const [from, to] of laterMoves) {
        arrivedAt(sequence, to)
        const wanted = { type: 'order.status_changed', fits: ({ status }: Data) => codeOf(status) === to }
        expect([...changeRaised, taken]).equal(seenEvent(sequence.events, wanted), 'order.status_changed')
        const event = findEvent(sequence.events, wanted)
        if (!event) continue
        const fits = expect(statusLeft).that(
          seenInEvent(event, '/previous_status/code'),
          () => leadsFrom(sequence.events, event, from),
          `${from}, or a later status on the way`,
        )
        if (fits && from === 'appraiser_assigned') observeSkipped(context, event, from)
      }
    },
  },
  // The delivery of a report raises `order.completed` with the report's files, and it is no revision.
  'events.delivery-raises-order-completed': {
    verifies: [deliveryRaised, notRevised, each, 'events.completed-has-report-format'],
    judge(sequence, { expect, recordReading }) {
      const { answer } = arrivedAt(sequence, 'report_complete')
      expect(deliveryRaised).equal(seenEvent(sequence.events, firstReport), 'order.completed')
      const event = findEvent(sequence.events, firstReport)
      if (!event) return
      const revised = findEvent(sequence.events, { type: 'order.revision_requested' })
      // Other files, such as an invoice, may follow the report on their own.
      const announced = sequence.events.filter(
        ({ type, id }) => type === 'order.document_added' && (!revised || id < revised.id),
      )
      const added = announced.some(({ data }) => isReport(documentIn(data)))
      const listed = event.data['documents']
      const unannounced = entriesIn(listed)
        .filter((one) => isReport(one) && !announced.some(({ data }) => documentIn(data)?.id === one?.id))
        .map((one) => one?.kind)
      // What comes after the files of the delivery shows that none of them is still to come.
      const missed = added && revised ? unannounced : []
      expect(each).equal(computedFrom(missed, answer, { id: event.source }), [])
      if (added) recordReading('events.first-delivery-document-added', 'per-file', answer)
      else if (revised) recordReading('events.first-delivery-document-added', 'later-files-only', answer)
      expect(notRevised).equal(seenInEvent(event, '/revision'), false)
      // A format may be added to the two of today; that of the order is the one.
      const format = fieldAt(sequence.placed.answer, '/order_type/report_format')
      expect('events.completed-has-report-format').that(
        seenInEvent(event, '/report_format'),
        (shown) => typeof shown === 'string' && (typeof format !== 'string' || shown === format),
        String(format),
      )
    },
  },
  // The first report raises `order.completed` with `revision` false, and the revised one raises it again with true; each shows
  // the status that the order took by it, and lists the report.
  'events.report-says-whether-it-is-revised': {
    verifies: Object.values(ofReports),
    judge(sequence, { expect }) {
      const { answer } = arrivedAt(sequence, 'revised_report_complete')
      const completed = sequence.events.filter(({ type }) => type === 'order.completed').toSorted(byId)
      const requests = completed.map(({ source }) => source)
      expect(ofReports.again).that(
        computedFrom(completed.length, answer, ...requests.map((id) => ({ id }))),
        () => completed.length >= 2,
        atLeast(2),
      )
      const [first] = completed
      const second = completed.length > 1 ? completed.at(-1) : undefined
      if (first) expect(ofReports.first).equal({ ...seenInEvent(first, '/revision'), requests }, false)
      if (second) expect(ofReports.revised).equal({ ...seenInEvent(second, '/revision'), requests }, true)
      const { order } = arrivedAt(sequence, 'report_complete')
      expect(ofReports.completed).that(
        seen(order, '/dates/completed_at'),
        (at) => typeof at === 'string' && !Number.isNaN(Date.parse(at)),
        'timestamp',
      )
      if (first) {
        expect(ofReports.moment).equal(statusInEvent(first), 'report_complete')
        const [listed, delivered] = [first.data['documents'], fieldAt(order, '/documents')].map(reportsIn)
        expect(ofReports.lists).that(
          computedFrom(listed, order, { id: first.source }),
          () => delivered!.length > 0 && delivered!.every((id) => listed!.includes(id)),
          includes(delivered),
        )
      }
      if (second) expect(ofReports.moment).equal(statusInEvent(second), 'revised_report_complete')
    },
  },
})
