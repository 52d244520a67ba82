// A test call whose type is none is refused, and nothing is sent; one without a type may be given one.
import { includes } from '../../evidence/expected.ts'
import { specimens } from '../../scenarios/specimens.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { persistsOnRetry } from '../../steps/persists-on-retry.ts'
import { furtherSpecimens } from '../../steps/further-specimens.ts'
import { fieldAt, fieldsNamed, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.test-without-an-event-type-refused'

export default check({
  id: 'webhooks.test-without-a-type-is-refused',
  verifies: [rule],
  needs: ['webhook'],
  async run(context) {
    const { client, expect, shared, recordReading } = context
    const { untyped, mistyped } = await shared(specimens)
    recordReading('webhooks.test-without-type', succeeded(untyped) ? 'own-choice' : 'refused', untyped)
    for (const answer of succeeded(untyped) ? [mistyped] : [untyped, mistyped]) {
      expect(rule).status(answer, 400, 422)
      const fields = fieldsNamed(answer)
      if (fields.length > 0)
        expect(rule).that(
          computedFrom(fields, answer),
          () => fields.some((one) => one.includes('type')),
          includes('type'),
        )
      // One that is missing may be refused as missing fields are.
      if (answer === untyped) continue
      const is422 = answer.response.status === 422
      const reading = fieldAt(answer, '/code') === 'validation_failed' ? 'validation-failed-422' : 'semantic-422'
      recordReading('webhooks.test-bad-type-status', is422 ? reading : 'status-400', answer)
    }
    const json = JSON.parse(Buffer.from(mistyped.request.body ?? []).toString()) as unknown
    // Somebody else may ask for a specimen of this account at the same time.
    const sent = await persistsOnRetry(
      furtherSpecimens(context, [untyped, mistyped], mistyped.startedAt + mistyped.ms),
      async () => {
        const again = await client.call('testWebhook', { json })
        return furtherSpecimens(context, [again], again.startedAt + again.ms)
      },
    )
    const ids = sent.map(({ id }) => id)
    expect(rule).equal(computedFrom(ids, untyped, mistyped), [])
  },
})
