// An upload that is sent twice is two documents, and a revision request that is sent twice two requests: neither takes a key, and both are sent with one.
import { computedFrom } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { fieldAt, refusedBy, succeeded } from '../../steps/read.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
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
    for (const [rule, pair] of Object.entries(pairs)) {
      const refused = pair.find((answer) => !succeeded(answer))
      const asserted = expect([rule, noKey])
      const shown = ids(pair)
      if (refused) asserted.stopped(switchedOff(refused) ?? blocked(refusedBy(refused), refused))
      else if (pair.length < 2) asserted.notTested(reason('switched-off', { operation: 'cancelOrder' }))
      else asserted.that(computedFrom(shown, ...pair), () => shown[0] !== shown[1], 'two values')
    }
  },
})
