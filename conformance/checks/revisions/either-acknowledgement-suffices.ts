// One true acknowledgement is enough for a reconsideration of value, which takes documents as evidence and needs no more.
import { includes } from '../../evidence/expected.ts'
import { revisionDesk } from '../../scenarios/revision-requests.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rules = {
  prior: ['revisions.prior-appraisal-acknowledgement-suffices', 'revisions.takes-document-ids'],
  comparable: ['revisions.comparable-sales-acknowledgement-suffices', 'revisions.remaining-data-is-filled-in'],
}
const listsAll = 'revisions.list-shows-each-request'

export default check({
  id: 'revisions.either-acknowledgement-suffices',
  verifies: [...rules.prior, ...rules.comparable, listsAll],
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const { id, accepted, listed } = await shared(revisionDesk)
    for (const [own, answer] of [
      [rules.prior, accepted.priorAppraisal],
      [rules.comparable, accepted.comparableSales],
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
})
