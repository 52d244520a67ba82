// An attempt at an address where nobody answers counts as failed, for a real event, which is due again a minute later, and for a specimen.
import { unreachableReceiver } from '../../scenarios/unreachable-receiver.ts'
import { atLeast } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { seenRecord, verdictOf } from '../../steps/delivery-record.ts'
import { announcedMs, gapMs, isSecondDue } from '../../steps/second-retry.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.connection-failure-is-a-failed-attempt'
const counted = 'feed.delivery-has-attempts'
const due = 'delivery.attempt-2-after-1-minute'
const specimenRules = ['webhooks.test-answers-delivered', 'webhooks.test-answers-response-status']

export default check({
  id: 'delivery.unreachable-receiver-fails-the-attempt',
  verifies: [rule, counted, due, ...specimenRules],
  needs: ['webhook', 'orders'],
  async run({ expect, shared, recordReading }) {
    const { specimen, record, feed } = await shared(unreachableReceiver)
    expect(specimenRules[0]!).equal(seen(specimen, '/delivered'), false)
    expect(specimenRules[1]!).equal(seen(specimen, '/response_status'), null)
    if (!record || (record.attempts === 0 && record.lastAttemptAt === null))
      throw outOfPatience('no-attempt-at-unreachable', ...feed)
    expect(rule).equal(seenRecord(verdictOf(record), record), 'failed')
    expect(counted).that(seenRecord(record.attempts, record), (made) => Number(made) >= 1, atLeast(1))
    const gap = announcedMs(record)
    expect(due).notTested('second-attempt-came-first')
    // A second one, made where the clock was moved on meanwhile, is followed by another.
    if (record.attempts === 1 && gap !== null)
      expect(due).that(seenRecord(`${gap / 1000} s`, record), () => isSecondDue(gap), `${gapMs() / 1000} s`)
    // None was answered before, so that null may be the status of this attempt or of those.
    if (record.lastResponseStatus === 0) recordReading('feed.response-status-on-timeout', 'zero', feed.at(-1)!)
  },
})
