// A request of no known kind, and a reconsideration without an acknowledgement, are refused and leave no trace.
import { revisionDesk } from '../../journeys/revision-desk.ts'
import { derived, seen } from '../../run/seen.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

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
  async run({ expect, shared }) {
    const { refused, before, after, listedAfter, eventsAfter } = await shared(revisionDesk)
    expect(rules.otherKind).status(refused.otherKind, 400, 422)
    expect(rules.missingKind).status(refused.missingKind, 400, 422)
    expect(rules.unacknowledged).status(refused.unacknowledged, 422)
    expect(rules.bothFalse).status(refused.bothFalse, 422)
    expect(rules.leaves).equal(seen(after, '/status/code'), seen(before, '/status/code').value)
    expect(rules.record).equal(derived(entriesAt(listedAfter, '/data').length, listedAfter), 0)
    const raised = eventsAfter.filter(({ type }) => type === 'order.revision_requested')
    const shown = [...Object.values(refused), ...eventsAfter.map(({ source }) => ({ id: source }))]
    expect(rules.event).equal(derived(raised.length, ...shown), 0)
  },
})
