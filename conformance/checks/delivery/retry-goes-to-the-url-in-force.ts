// An event whose first attempt reached nobody comes to the address that was set in the meantime.
import { failing, timeoutMs } from '../../scenarios/failing-attempts.ts'
import { gapMs, latenessMs, secondAttempts } from '../../scenarios/second-attempts.ts'
import { unreachableReceiver } from '../../scenarios/unreachable-receiver.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { derived } from '../../evidence/seen.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.retry-goes-to-the-url-in-force'

export default check({
  id: 'delivery.retry-goes-to-the-url-in-force',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { record, feed, restored } = await context.shared(unreachableReceiver)
    if (!record || record.attempts === 0) throw outOfPatience('no-attempt-at-unreachable', ...feed)
    // Waits for what was sent again of later events, so that this one is no longer under way.
    const { second } = await context.shared(secondAttempts)
    const latest = restored.startedAt + timeoutMs() + gapMs() + latenessMs
    const left = context.control ? context.patience.feed : Math.max(0, latest - Date.now())
    const again = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === record.eventId, left)
    // A sender that retries nothing violates another rule.
    if (!again && failing.every((fault) => !second[fault])) throw outOfPatience('no-attempt-at-unreachable', ...feed)
    const shown = derived(again ? 'the new address' : 'another address', restored, again ?? feed.at(-1)!)
    context.expect(rule).equal(shown, 'the new address')
  },
})
