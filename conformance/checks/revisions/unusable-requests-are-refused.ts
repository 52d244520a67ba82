// A request of no known kind, and a reconsideration without an acknowledgement, are refused and leave no trace.
import { revisionDesk } from '../../scenarios/revision-requests.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = {
  otherKind: 'revisions.other-kinds-refused',
  missingKind: 'revisions.missing-kind-refused',
  unacknowledged: 'revisions.reconsideration-without-acknowledgements-is-422',
  bothFalse: 'revisions.reconsideration-with-both-false-is-422',
  leaves: 'revisions.unacknowledged-request-leaves-the-status',
  record: 'revisions.refused-request-makes-no-record',
  event: 'revisions.refused-request-raises-no-event',
}

export default check({
  id: 'revisions.unusable-requests-are-refused',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run({ expect, recordReading, shared }) {
    const { refused, before, after, listedAfter, eventsAfter } = await shared(revisionDesk)
    expect(rules.otherKind).status(refused.otherKind, 400, 422)
    expect(rules.missingKind).status(refused.missingKind, 400, 422)
    const { status } = refused.otherKind.response
    const code = fieldAt(refused.otherKind, '/code')
    const kinds = code === 'validation_failed' ? 'validation-failed-422' : 'semantic-422'
    if (status === 400 || (status === 422 && typeof code === 'string'))
      recordReading('revisions.unknown-kind-status', status === 400 ? 'status-400' : kinds, refused.otherKind)
    const given = fieldAt(refused.unacknowledged, '/code')
    if (refused.unacknowledged.response.status === 422 && typeof given === 'string')
      recordReading('revisions.acknowledgement-code', given.replaceAll('_', '-'), refused.unacknowledged)
    expect(rules.unacknowledged).status(refused.unacknowledged, 422)
    expect(rules.bothFalse).status(refused.bothFalse, 422)
    const sent = Object.values(refused)
    const left = { ...seen(after, '/status/code'), requests: [...sent, after].map(({ id }) => id) }
    expect(rules.leaves).equal(left, seen(before, '/status/code').value)
    expect(rules.record).equal(computedFrom(entriesAt(listedAfter, '/data').length, ...sent, listedAfter), 0)
    const raised = eventsAfter.filter(({ type }) => type === 'order.revision_requested')
    const shown = [...sent, ...eventsAfter.map(({ source }) => ({ id: source }))]
    expect(rules.event).equal(computedFrom(raised.length, ...shown), 0)
  },
})
