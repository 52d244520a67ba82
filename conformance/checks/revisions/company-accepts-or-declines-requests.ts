// A request that the company gives to the appraiser is accepted, and no other silently with it, one it takes no further is declined
// and no other with it; answers are listed.
import { includes } from '../../evidence/expected.ts'
import { revisionDesk } from '../../scenarios/revision-requests.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { entriesAt } from '../../steps/read.ts'
import { requirePort } from '../../sut/control.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  accepted: 'revisions.request-with-the-appraiser-is-accepted',
  declined: 'revisions.request-not-taken-forward-is-declined',
  others: 'revisions.declining-one-leaves-the-others',
  responses: 'revisions.list-shows-responses',
  reported: 'events.revision-responded-is-raised-by-an-acceptance',
}

export default check({
  id: 'revisions.company-accepts-or-declines-requests',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox', 'control'],
  async run(context) {
    const { expect, shared } = context
    requirePort(context, 'acceptRevision')
    const { worked, listed, accepted } = await shared(revisionDesk)
    if (!worked) throw switchedOff(accepted.comparableSales) ?? blocked('no-request-opened', listed)
    const find = (id: string) => entriesAt(listed, '/data').find((entry) => entry['id'] === id)
    const expectListed = (id: string, words: string): boolean =>
      expect(rules.responses).that(
        computedFrom(find(id)?.['responses'], listed),
        (value) => JSON.stringify(value ?? null).includes(words),
        includes(words),
      )
    if (worked.declined !== '') {
      expectListed(worked.declined, worked.refusal)
      expect(rules.declined).equal(computedFrom(find(worked.declined)?.['status'], listed), 'declined')
      // Those may be with the appraiser by now, but the company declined one alone.
      expect(rules.others).notTested('request-closed-by-next')
      const waiting = entriesAt(worked.before, '/data').filter(({ status }) => status === 'submitted')
      for (const { id } of waiting.filter((entry) => entry['id'] !== worked.declined))
        expect(rules.others).that(
          computedFrom(find(String(id))?.['status'], worked.before, listed),
          (status) => status !== undefined && status !== 'declined',
          'submitted',
        )
    }
    if (worked.accepted === '') throw notTested('request-closed-by-next')
    expect(rules.reported).equal(computedFrom(worked.silent, listed), [])
    expect(rules.accepted).equal(computedFrom(find(worked.accepted)?.['status'], listed), 'accepted')
    for (const response of worked.responses) expectListed(worked.accepted, response)
    if (worked.declined === '') throw notTested('requests-taken-forward')
  },
})
