// A test call whose type is missing or none is refused, and nothing is sent.
import { includes } from '../../evidence/expected.ts'
import { specimens } from '../../scenarios/specimens.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { derived } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.test-without-an-event-type-refused'

export default check({
  id: 'webhooks.test-without-a-type-is-refused',
  verifies: [rule],
  needs: ['webhook'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { untyped, mistyped } = await shared(specimens)
    for (const answer of [untyped, mistyped]) {
      expect(rule).status(answer, 400, 422)
      const fields = entriesAt(answer, '/details').map((entry) => String(entry['field']))
      if (fields.length > 0)
        expect(rule).that(derived(fields, answer), () => fields.some((one) => one.includes('type')), includes('type'))
      // One that is missing may be refused as missing fields are.
      if (answer === untyped) continue
      const is422 = answer.response.status === 422
      const reading = fieldAt(answer, '/code') === 'validation_failed' ? 'validation-failed-422' : 'semantic-422'
      recordReading('webhooks.test-bad-type-status', is422 ? reading : 'status-400', answer)
    }
    const from = untyped.startedAt
    const until = mistyped.startedAt + mistyped.ms
    const sent = receiverOf(context).inbox.all.filter(
      (one) => envelopeOf(one).test === true && one.receivedAt >= from && one.receivedAt <= until,
    )
    expect(rule).equal(
      derived(
        sent.map(({ id }) => id),
        untyped,
        mistyped,
      ),
      [],
    )
  },
})
