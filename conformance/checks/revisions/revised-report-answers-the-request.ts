// A revised report completes the request that asked for it, which is listed and counted still, and is shown by two events.
import { atLeast } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { compareTotal, countsItems } from '../../steps/compare-total.ts'
import { findEvent, seenEvent, seenInEvent, statusInEvent } from '../../steps/events-of.ts'
import { arrivedAt, exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { lackOf, portWith } from '../../sut/control.ts'

const again = 'events.completed-is-raised-again-by-a-revised-report'
const saysRevision = 'events.completed-revision-is-true-for-a-revised-report'
const completes = 'revisions.request-completes-with-its-revised-report'

const accepted = {
  raised: 'events.revision-responded-is-raised-by-an-acceptance',
  state: 'revisions.request-with-the-appraiser-is-accepted',
}

const ofRevised = (data: Record<string, unknown>): boolean =>
  (data['status'] as { code?: unknown } | undefined)?.code === 'revised_report_complete'

export default check({
  id: 'revisions.revised-report-answers-the-request',
  verifies: [
    again,
    saysRevision,
    'sandbox.revised-report-raises-revision-responded',
    completes,
    countsItems,
    ...Object.values(accepted),
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect, recordReading } = context
    const sequence = await shared(exampleSequence)
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
    expect(['sandbox.revised-report-raises-revision-responded', accepted.raised]).that(
      computedFrom(responses.length, moved, ...responses.map(({ source }) => ({ id: source }))),
      (count) => Number(count) > 0,
      atLeast('1 order.revision_responded'),
    )
    recordReading('events.revision-responded-count', responses.length > 1 ? 'each-move' : 'once', moved)
    const shown = responses.map((event) => statusInEvent(event).value).filter((status) => typeof status === 'string')
    const states = ['submitted', 'accepted', 'declined', 'completed']
    const ofRequest = shown.filter((status) => states.includes(String(status)))
    if (ofRequest.includes('accepted'))
      expect(accepted.state).that(
        computedFrom(ofRequest, moved, ...responses.map(({ source }) => ({ id: source }))),
        () => ofRequest[0] === 'accepted' && !ofRequest.includes('declined'),
        'accepted first',
      )
    else
      expect(accepted.state).notTested(
        portWith(context, 'acceptRevision') ? 'judged-over-control' : lackOf(context, 'acceptRevision'),
      )
    const request = entriesAt(answered, '/data').find((entry) => entry['id'] === id)
    const isDeclined = ofRequest[0] === 'declined' && request?.['status'] === 'declined'
    if (isDeclined)
      expect(completes).notTested(reason('request-answered-first', { status: 'declined', action: 'complete' }))
    else expect(completes).equal(computedFrom(request?.['status'], answered, moved), 'completed')
    const params = { order_id: sequence.placed.id }
    await compareTotal(context, { operationId: 'listRevisionRequests', params }, answered)
  },
})
