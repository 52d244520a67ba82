// An upload that is sent twice is two documents, and a revision request that is sent twice two requests: neither takes a key, and both are sent with one.
import { computedFrom } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { fieldAt, refusedBy, succeeded } from '../../steps/read.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const upload = 'documents.upload-sent-twice-is-two-documents'
const request = 'revisions.request-sent-twice-is-two-requests'
const noKey = 'idempotency.key-means-nothing-to-other-writes'

const ids = (answers: readonly Answered[]): unknown[] => answers.map((answer) => fieldAt(answer, '/id'))

export default check({
  id: 'documents.upload-sent-twice-is-two',
  verifies: [upload, request, noKey],
  needs: ['orders'],
  async run({ expect, shared }) {
    const { twins, revisions } = await shared(correspondence)
    const pairs = { [upload]: twins.slice(0, 2), [request]: revisions.slice(-2) }
    const hindered = Object.entries(pairs).flatMap(([rule, pair]) => {
      const refused = pair.find((answer) => !succeeded(answer))
      if (refused) return [switchedOff(refused) ?? blocked(refusedBy(refused), refused)]
      if (pair.length < 2) return [notTested(reason('switched-off', { operation: 'cancelOrder' }))]
      const shown = ids(pair)
      expect([rule, noKey]).that(computedFrom(shown, ...pair), () => shown[0] !== shown[1], 'two values')
      return []
    })
    for (const why of hindered) throw why
  },
})
