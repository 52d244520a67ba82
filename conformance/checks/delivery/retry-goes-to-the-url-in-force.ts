// An event whose first attempt reached nobody comes to the address that was set in the meantime, although its order is cancelled by then,
// and one that is followed to its last attempt comes to another address from the third on.
import { deadLetter } from '../../scenarios/dead-letter.ts'
import { failing, timeoutMs } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { gapMs, latenessMs } from '../../steps/second-retry.ts'
import { unreachableReceiver } from '../../scenarios/unreachable-receiver.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { deliveryRecords } from '../../steps/delivery-record.ts'
import { readFeed } from '../../steps/events-of.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { succeeded } from '../../steps/read.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.retry-goes-to-the-url-in-force'
const kept = 'webhooks.omitted-secret-is-kept'
const again = 'delivery.at-least-once'

const compareLater = async (context: CheckContext): Promise<void> => {
  const { rotation, afterRotation } = await context.shared(deadLetter)
  if (!succeeded(rotation)) return
  const { url } = receiverOf(context)
  for (const delivery of afterRotation)
    context
      .expect(rule)
      .equal(
        computedFrom(url.endsWith(delivery.path) ? 'the former address' : 'the new address', rotation, delivery),
        'the new address',
      )
}

export default check({
  id: 'delivery.retry-goes-to-the-url-in-force',
  verifies: [rule, kept, again],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, patience } = context
    const { id, set, record, feed, restored } = await context.shared(unreachableReceiver)
    for (const answer of [set, restored].filter(succeeded)) expect(kept).equal(seen(answer, '/secret_set'), true)
    if (!record || record.attempts === 0) throw outOfPatience('no-attempt-at-unreachable', ...feed)
    // Waits for what was sent again of later events, so that this one is no longer under way.
    const { second } = await context.shared(secondAttempts)
    const latest = restored.startedAt + timeoutMs() + gapMs() + latenessMs
    const left = context.control ? patience.feed : Math.max(0, latest - Date.now())
    const came = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === record.eventId, left)
    // A sender that retries nothing violates another rule.
    if (!came && failing.every((fault) => !second[fault])) throw outOfPatience('no-attempt-at-unreachable', ...feed)
    if (came) {
      expect(rule).equal(computedFrom('the new address', restored, came), 'the new address')
      expect(again).equal(computedFrom('sent again', ...feed, came), 'sent again')
      if (context.control) await compareLater(context)
      return
    }
    const later = await readFeed(context, { order_id: id })
    const wasMade = deliveryRecords(later).some(
      (one) => one.eventId === record.eventId && one.attempts > record.attempts,
    )
    if (wasMade) expect(rule).equal(computedFrom('another address', restored, ...later), 'the new address')
    else expect(again).equal(computedFrom('not sent again', ...later), 'sent again')
  },
})
