// One true acknowledgement is enough for a reconsideration of value, which takes documents as evidence and needs no more.
import { revisionDesk } from '../../journeys/revision-desk.ts'
import { seen } from '../../run/seen.ts'
import { succeeded } from '../../steps/read.ts'
import { check } from '../check.ts'

const rules = {
  prior: ['revisions.prior-appraisal-acknowledgement-suffices', 'revisions.takes-document-ids'],
  comparable: ['revisions.comparable-sales-acknowledgement-suffices', 'revisions.remaining-data-is-filled-in'],
}

export default check({
  id: 'revisions.either-acknowledgement-suffices',
  verifies: [...rules.prior, ...rules.comparable],
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const { id, accepted } = await shared(revisionDesk)
    for (const [own, answer] of [
      [rules.prior, accepted.priorAppraisal],
      [rules.comparable, accepted.comparableSales],
    ] as const) {
      expect(own).status(answer, '2xx')
      if (succeeded(answer)) expect(own).equal(seen(answer, '/order_id'), id)
    }
  },
})
