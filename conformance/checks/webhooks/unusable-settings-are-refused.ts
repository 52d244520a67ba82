// An address that is not HTTPS and a secret that is too short are refused for that reason, and change nothing.
import { includes } from '../../evidence/expected.ts'
import { webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { fieldAt, fieldsNamed, succeeded } from '../../steps/read.ts'
import { settingsOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rules = { url: 'webhooks.url-must-be-https', secret: 'webhooks.short-secret-refused' }

const readings: Record<string, string> = {
  '422 validation_failed': 'validation-failed-422',
  '422 semantic_validation_failed': 'semantic-422',
}

export default check({
  id: 'webhooks.unusable-settings-are-refused',
  verifies: [...Object.values(rules), 'webhooks.put-never-clears-the-secret'],
  needs: ['webhook'],
  async run({ expect, shared, recordReading }) {
    const { disabledRead, refusals, refusedRead, secretOfNull, repeated, restored, restoredRead, late } =
      await shared(webhookConfiguration)
    for (const { field, answer } of [...refusals, ...late]) {
      expect(rules[field]).status(answer, 400, 422)
      const fields = fieldsNamed(answer)
      if (fields.length > 0)
        expect(rules[field]).that(
          computedFrom(fields, answer),
          () => fields.some((one) => one.includes(field)),
          includes(field),
        )
      const reading = readings[`${answer.response.status} ${String(fieldAt(answer, '/code'))}`]
      if (answer.response.status === 400) recordReading('webhooks.bad-value-status', 'status-400', answer)
      else if (reading !== undefined) recordReading('webhooks.bad-value-status', reading, answer)
    }
    // What one that was taken has changed says nothing of the others.
    const changed = [
      { tried: refusals, before: disabledRead, after: refusedRead },
      { tried: late, before: restored, after: restoredRead },
    ]
    for (const { tried, before, after } of changed) {
      const taken = tried.filter(({ answer }) => succeeded(answer)).map(({ field }) => rules[field])
      const unchanged = taken.length > 0 ? [...new Set(taken)] : Object.values(rules)
      expect(unchanged).equal(computedFrom(settingsOf(after), after), settingsOf(before))
    }

    const asOmitted = succeeded(secretOfNull)
    if (!asOmitted) expect('webhooks.put-never-clears-the-secret').status(secretOfNull, 400, 422)
    recordReading('webhooks.null-fields', asOmitted ? 'as-omitted' : 'refused', secretOfNull)
    for (const answer of [refusedRead, repeated].filter(succeeded))
      expect('webhooks.put-never-clears-the-secret').equal(seen(answer, '/secret_set'), true)
  },
})
