// The configuration shows when its secret was replaced, which is later than when the one before it was set, and when it was changed.
import { computedFrom, seen } from '../../evidence/seen.ts'
import { instantIn } from '../../contract/instant.ts'
import { webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { fieldAt, refusedBy, succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.secret-rotated-at-is-when-it-was-replaced'
const updated = 'webhooks.updated-at-is-when-it-was-changed'

// Both times may be cut to the second, and stem from a clock that nobody moves.
const apartMs = 2_000

const at = (answer: Answered, name: string): number => instantIn(fieldAt(answer, `/${name}`))

export default check({
  id: 'webhooks.rotation-says-when-it-was',
  verifies: [rule, updated],
  needs: ['webhook'],
  async run({ expect, shared }) {
    const { before, rotated, rotation, restored, restoredRead } = await shared(webhookConfiguration)
    if (!succeeded(rotated)) throw blocked(refusedBy(rotated), rotated)
    // It was restored right after that, which switched it on and subscribed to every event again.
    if (succeeded(restored))
      expect(updated).that(
        { ...seen(restoredRead, '/updated_at'), requests: [restored.id, restoredRead.id] },
        (time) => time === null || isWithin(rotation, time),
        shownMoment(rotation),
      )
    else expect(updated).notTested(refusedBy(restored))
    const shown = { ...seen(restoredRead, '/secret_rotated_at'), requests: [rotated.id, restoredRead.id] }
    expect(rule).that(shown, (time) => isWithin(rotation, time), shownMoment(rotation))
    // Where the clock went on by then, as the times of the last changes show.
    if (at(restoredRead, 'updated_at') - at(before, 'updated_at') < apartMs) return
    const [was, is] = [before, restoredRead].map((answer) => at(answer, 'secret_rotated_at')) as [number, number]
    if (!Number.isNaN(was))
      expect(rule).that(
        {
          ...computedFrom(fieldAt(restoredRead, '/secret_rotated_at'), before, rotated, restoredRead),
          pointer: shown.pointer,
        },
        () => is > was || (is === was && is % 1_000 === 0 && rotation.from - was < apartMs),
        `after ${String(fieldAt(before, '/secret_rotated_at'))}`,
      )
  },
})
