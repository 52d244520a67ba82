// Requests for a reconsideration: what they must acknowledge, and those that are refused.
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { revisionDesk } from '../../scenarios/revision-requests.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'

const sufficient = {
  prior: ['revisions.prior-appraisal-acknowledgement-suffices', 'revisions.takes-document-ids'],
  comparable: ['revisions.comparable-sales-acknowledgement-suffices', 'revisions.remaining-data-is-filled-in'],
}

const listsAll = 'revisions.list-shows-each-request'

const refusals = {
  otherKind: 'revisions.other-kinds-refused',
  missingKind: 'revisions.missing-kind-refused',
  unacknowledged: 'revisions.reconsideration-without-acknowledgements-is-422',
  bothFalse: 'revisions.reconsideration-with-both-false-is-422',
  leaves: 'revisions.unacknowledged-request-leaves-the-status',
  record: 'revisions.refused-request-makes-no-record',
  event: 'revisions.refused-request-raises-no-event',
}

export default claims(revisionDesk, ['orders', 'sandbox'], {
  // One true acknowledgement is enough for a reconsideration of value, which takes documents as evidence and needs no more.
  'revisions.either-acknowledgement-suffices': {
    verifies: [...sufficient.prior, ...sufficient.comparable, listsAll],
    judge({ id, accepted, listed }, { expect }) {
      for (const [own, answer] of [
        [sufficient.prior, accepted.priorAppraisal],
        [sufficient.comparable, accepted.comparableSales],
      ] as const) {
        expect(own).status(answer, '2xx')
        if (succeeded(answer)) expect(own).equal(seen(answer, '/order_id'), id)
      }
      const ids = entriesAt(listed, '/data').map((request) => request['id'])
      const opened = Object.values(accepted).filter(succeeded)
      for (const answer of opened)
        expect(listsAll).that(
          computedFrom(ids, listed, answer),
          () => ids.includes(fieldAt(answer, '/id')),
          includes(fieldAt(answer, '/id')),
        )
    },
  },
  // A request of no known kind, and a reconsideration without an acknowledgement, are refused and leave no trace.
  'revisions.unusable-requests-are-refused': {
    verifies: Object.values(refusals),
    judge({ refused, before, after, listedAfter, eventsAfter }, { expect, recordReading }) {
      expect(refusals.otherKind).status(refused.otherKind, 400, 422)
      expect(refusals.missingKind).status(refused.missingKind, 400, 422)
      const { status } = refused.otherKind.response
      const code = fieldAt(refused.otherKind, '/code')
      const kinds = code === 'validation_failed' ? 'validation-failed-422' : 'semantic-422'
      if (status === 400 || (status === 422 && typeof code === 'string'))
        recordReading('revisions.unknown-kind-status', status === 400 ? 'status-400' : kinds, refused.otherKind)
      const given = fieldAt(refused.unacknowledged, '/code')
      if (refused.unacknowledged.response.status === 422 && typeof given === 'string')
        recordReading('revisions.acknowledgement-code', given.replaceAll('_', '-'), refused.unacknowledged)
      expect(refusals.unacknowledged).status(refused.unacknowledged, 422)
      expect(refusals.bothFalse).status(refused.bothFalse, 422)
      const sent = Object.values(refused)
      const left = { ...seen(after, '/status/code'), requests: [...sent, after].map(({ id }) => id) }
      expect(refusals.leaves).equal(left, seen(before, '/status/code').value)
      expect(refusals.record).equal(computedFrom(entriesAt(listedAfter, '/data').length, ...sent, listedAfter), 0)
      const raised = eventsAfter.filter(({ type }) => type === 'order.revision_requested')
      const shown = [...sent, ...eventsAfter.map(({ source }) => ({ id: source }))]
      expect(refusals.event).equal(computedFrom(raised.length, ...shown), 0)
    },
  },
})
