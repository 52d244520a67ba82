// A correction of a delivered report is accepted as a revision request, which moves the order and raises its event.
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { seenEvent, seenInEvent } from '../../steps/events-of.ts'
import { exampleSequence, revisionOf } from '../../scenarios/example-sequence.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { statusOf } from '../../steps/order-state.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { check } from '../../kit/check.ts'

const accepted = [
  'revisions.correction-accepted-in-report-complete',
  'revisions.correction-accepted-in-report-complete',
  'revisions.correction-needs-no-acknowledgement',
  'transport.serves-post-revision-requests',
]
const opened = 'revisions.created-at-is-when-it-was-opened'
const raised = 'revisions.correction-raises-revision-requested'

const shown = 'events.revision-requested-has-revision-request'

export default check({
  id: 'revisions.correction-opens-a-request',
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
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect, recordReading } = context
    const sequence = await shared(exampleSequence)
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
})
