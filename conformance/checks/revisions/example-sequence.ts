// The correction that the example's order is sent back for, and the revised report that answers it.
import { atLeast, includes } from '../../evidence/expected.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
import { computedFrom, seen, seenInEntry } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { arrivedAt, exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { compareTotal, countsItems } from '../../steps/compare-total.ts'
import { findEvent, seenEvent, seenInEvent, statusInEvent } from '../../steps/events-of.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { statusOf } from '../../steps/order-state.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { lackOf, portWith } from '../../sut/control.ts'

const accepted = [
  'revisions.correction-accepted-in-report-complete',
  'revisions.correction-needs-no-acknowledgement',
  'transport.serves-post-revision-requests',
]

const opened = 'revisions.created-at-is-when-it-was-opened'
const raised = 'revisions.correction-raises-revision-requested'
const shown = 'events.revision-requested-has-revision-request'
const again = 'events.completed-is-raised-again-by-a-revised-report'
const saysRevision = 'events.completed-revision-is-true-for-a-revised-report'
const completes = 'revisions.request-completes-with-its-revised-report'

const acceptance = {
  raised: 'events.revision-responded-is-raised-by-an-acceptance',
  state: 'revisions.request-with-the-appraiser-is-accepted',
}

const ofRevised = (data: Record<string, unknown>): boolean =>
  (data['status'] as { code?: unknown } | undefined)?.code === 'revised_report_complete'

export default claims(exampleSequence, ['orders', 'sandbox'], {
  // A correction of a delivered report is accepted as a revision request, which moves the order and raises its event.
  'revisions.correction-opens-a-request': {
    verifies: [
      ...accepted,
      'revisions.create-answers-with-the-request',
      'revisions.record-has-order-id',
      'revisions.record-has-kind',
      'revisions.record-has-reason',
      'revisions.request-starts-as-submitted',
      opened,
      'revisions.responses-are-empty-at-creation',
      'revisions.correction-moves-order-to-revision-requested',
      'revisions.list-shows-each-request',
      'transport.serves-get-revision-requests',
      raised,
      shown,
    ],
    async judge(sequence, context) {
      const { expect, recordReading } = context
      const { answer, moment, order, list } = revisionOf(sequence)
      expect(accepted).status(answer, '2xx')
      if (!succeeded(answer)) return
      recordReading('revisions.success-status', `status-${answer.response.status}`, answer)
      const sent = JSON.parse(Buffer.from(answer.request.body ?? []).toString()) as { reason: string }
      const id = fieldAt(answer, '/id')
      expect('revisions.create-answers-with-the-request').that(
        seen(answer, '/id'),
        (value) => typeof value === 'string',
        'string',
      )
      expect('revisions.record-has-order-id').equal(seen(answer, '/order_id'), sequence.placed.id)
      expect('revisions.record-has-kind').equal(seen(answer, '/kind'), 'correction')
      expect('revisions.record-has-reason').equal(seen(answer, '/reason'), sent.reason)
      expect('revisions.request-starts-as-submitted').equal(seen(answer, '/status'), 'submitted')
      expect(opened).that(seen(answer, '/created_at'), (at) => isWithin(moment, at), shownMoment(moment))
      expect('revisions.responses-are-empty-at-creation').equal(seen(answer, '/responses'), [])
      const moved = await hasMovedSpontaneously(context, sequence.placed.id, 'revision_requested', statusOf(order))
      expect('revisions.correction-moves-order-to-revision-requested').that(
        seen(order, '/status/code'),
        (code) => code === 'revision_requested' || moved,
        'revision_requested',
      )
      expect('transport.serves-get-revision-requests').status(list, '2xx')
      const ids = entriesAt(list, '/data').map((entry) => entry['id'])
      expect('revisions.list-shows-each-request').that(
        computedFrom(ids, list, answer),
        () => ids.includes(id),
        includes(id),
      )
      const at = ids.indexOf(id)
      if (at >= 0) expect('revisions.record-has-reason').equal(seen(list, `/data/${at}/reason`), sent.reason)
      const events = sequence.events.filter(({ type }) => type === 'order.revision_requested')
      const named = events.map((event) => seenInEvent(event, '/revision_request/id'))
      const own = named.find(({ value }) => value === id) ?? named[0]
      if (own && typeof id === 'string') expect(shown).equal({ ...own, requests: [answer.id, ...own.requests] }, id)
      expect(raised).equal(seenEvent(sequence.events, { type: 'order.revision_requested' }), 'order.revision_requested')
    },
  },
  // A revised report completes the request that asked for it, which is listed and counted still, and is shown by two events.
  'revisions.revised-report-answers-the-request': {
    verifies: [
      again,
      saysRevision,
      'sandbox.revised-report-raises-revision-responded',
      completes,
      countsItems,
      ...Object.values(acceptance),
    ],
    async judge(sequence, context) {
      const { expect, recordReading } = context
      const { answer: moved } = arrivedAt(sequence, 'revised_report_complete')
      const { answer } = revisionOf(sequence)
      const { events, answered } = sequence
      if (!answered) throw sequence.stoppedBy ?? blocked('requests-not-read', moved)
      const completed = { type: 'order.completed', fits: ofRevised }
      expect(again).equal(seenEvent(events, completed), 'order.completed')
      const event = findEvent(events, completed)
      if (event) expect(saysRevision).equal(seenInEvent(event, '/revision'), true)

      const id = fieldAt(answer, '/id')
      const responses = events.filter(
        ({ type, data }) => type === 'order.revision_responded' && data['revision_request_id'] === id,
      )
      // A request comes to `completed` by way of `accepted` alone.
      expect(['sandbox.revised-report-raises-revision-responded', acceptance.raised]).that(
        computedFrom(responses.length, moved, ...responses.map(({ source }) => ({ id: source }))),
        (count) => Number(count) > 0,
        atLeast('1 order.revision_responded'),
      )
      recordReading('events.revision-responded-count', responses.length > 1 ? 'each-move' : 'once', moved)
      const shown = responses.map((event) => statusInEvent(event).value).filter((status) => typeof status === 'string')
      const states = ['submitted', 'accepted', 'declined', 'completed']
      const ofRequest = shown.filter((status) => states.includes(String(status)))
      if (ofRequest.includes('accepted'))
        expect(acceptance.state).that(
          computedFrom(ofRequest, moved, ...responses.map(({ source }) => ({ id: source }))),
          () => ofRequest[0] === 'accepted' && !ofRequest.includes('declined'),
          'accepted first',
        )
      else
        expect(acceptance.state).notTested(
          portWith(context, 'acceptRevision') ? 'judged-over-control' : lackOf(context, 'acceptRevision'),
        )
      const state = seenInEntry(answered, { isIt: (entry) => entry['id'] === id, field: 'status' }, moved)
      const isDeclined = ofRequest[0] === 'declined' && state.value === 'declined'
      if (isDeclined)
        expect(completes).notTested(reason('request-answered-first', { status: 'declined', action: 'complete' }))
      else expect(completes).equal(state, 'completed')
      const params = { order_id: sequence.placed.id }
      await compareTotal(context, { operationId: 'listRevisionRequests', params }, answered)
    },
  },
})
