// An attempt at an address where nobody answers counts as failed, for a real event and for a specimen.
import { unreachableReceiver } from '../../scenarios/unreachable-receiver.ts'
import { seen } from '../../evidence/seen.ts'
import { seenRecord, verdictOf } from '../../steps/delivery-record.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.connection-failure-is-a-failed-attempt'
const specimenRules = ['webhooks.test-answers-delivered', 'webhooks.test-answers-response-status']

export default check({
  id: 'delivery.unreachable-receiver-fails-the-attempt',
  verifies: [rule, ...specimenRules],
  needs: ['webhook', 'orders'],
  async run({ expect, shared, recordReading }) {
    const { specimen, record, feed } = await shared(unreachableReceiver)
    expect(specimenRules[0]!).equal(seen(specimen, '/delivered'), false)
    expect(specimenRules[1]!).equal(seen(specimen, '/response_status'), null)
    if (!record || record.attempts === 0) throw outOfPatience('no-attempt-at-unreachable', ...feed)
    expect(rule).equal(seenRecord(verdictOf(record), record), 'failed')
    // None was answered before, so that null may be the status of this attempt or of those.
    if (record.lastResponseStatus === 0) recordReading('feed.response-status-on-timeout', 'zero', feed.at(-1)!)
  },
})
