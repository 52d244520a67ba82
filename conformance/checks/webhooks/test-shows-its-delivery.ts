// The answer to a test call shows when the specimen was sent, whether our receiver took it, and with which status, as the receiver
// itself knows.
import { atLeast, atMost } from '../../evidence/expected.ts'
import { isLate, lateMs, specimens, type Specimen } from '../../scenarios/specimens.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { fieldAt } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  delivered: 'webhooks.test-answers-delivered',
  status: 'webhooks.test-answers-response-status',
  time: 'webhooks.test-answers-response-time',
  sent: 'webhooks.test-attempted-at-is-when-it-was-sent',
}

/** A time may be counted in whole seconds. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000

const isTime = (value: unknown) => typeof value === 'number' && value >= 0

export default check({
  id: 'webhooks.test-shows-its-delivery',
  verifies: Object.values(rules),
  needs: ['webhook'],
  async run({ expect, shared, recordReading, profile }) {
    const { all, refused, cut, slow } = await shared(specimens)
    const judge = ({ answer, delivery, moment }: Specimen) => {
      if (!delivery) return
      // `204`, `500`, `200 after 5500 ms` or words for no answer at all.
      const [digits] = /^\d{3}(?= after |$)/.exec(delivery.answer) ?? []
      const status = digits === undefined ? null : Number(digits)
      const taken = status !== null && status >= 200 && status < 300
      expect(rules.delivered).equal(seen(answer, '/delivered'), taken)
      // What stands before our receiver answers in its place when it cuts the connection, and the target reports that answer.
      const cut = profile.webhook.public_url === undefined ? [null] : [null, 502, 503, 504]
      expect(rules.status).oneOf(seen(answer, '/response_status'), status === null ? cut : [status])
      expect(rules.sent).that(seen(answer, '/attempted_at'), (at) => isWithin(moment, at), shownMoment(moment))
      const time = fieldAt(answer, '/response_time_ms')
      expect(rules.time).that(
        computedFrom(time, answer, delivery),
        (value) => isTime(value) || (value === null && status === null),
        'number',
      )
      if (isTime(time))
        expect(rules.time).that(
          computedFrom(time, answer, delivery),
          (value) => Number(value) <= answer.ms + 1_000,
          atMost(Math.round(answer.ms) + 1_000),
        )
      if (status === null)
        recordReading('webhooks.test-unreachable-answer', time === null ? 'both-null' : 'null-and-time', answer)
    }
    const each = [...all, refused, cut, slow]
    if (each.every(({ delivery }) => delivery === undefined)) throw blocked('no-specimen', all[0]!.answer)
    for (const specimen of each) judge(specimen)
    const waited = fieldAt(slow.answer, '/response_time_ms')
    if (slow.delivery && isLate(slow.delivery) && isTime(waited))
      expect(rules.time).that(
        computedFrom(waited, slow.answer, slow.delivery),
        (ms) => Number(ms) >= wholeSeconds(lateMs),
        atLeast(wholeSeconds(lateMs)),
      )
  },
})
