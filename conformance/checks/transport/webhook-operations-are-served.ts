// The webhook configuration can be read and set, and a specimen be sent.
import { not } from '../../evidence/expected.ts'
import { webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const rules = {
  getWebhook: 'transport.serves-get-webhook',
  setWebhook: 'transport.serves-put-webhook',
  testWebhook: 'transport.serves-post-webhook-test',
}

const unrouted = [404, 405, 501]

/** Refused as a call that no operation answers to, which is not the same as a webhook that is not configured. */
const isUnserved = (answer: Answered): boolean =>
  unrouted.includes(answer.response.status) && fieldAt(answer, '/code') !== 'webhook_not_configured'

type Stated = Record<keyof typeof rules, Answered>
const shown = (answers: Stated) => Object.entries(answers) as [keyof Stated, Answered][]

export default check({
  id: 'transport.webhook-operations-are-served',
  verifies: Object.values(rules),
  needs: [],
  async run({ client, expect, receiver, shared }) {
    if (receiver) {
      const { restored, restoredRead, specimen } = await shared(webhookConfiguration)
      const answers = { getWebhook: restoredRead, setWebhook: restored, testWebhook: specimen }
      for (const [operation, answer] of shown(answers)) expect(rules[operation]).status(answer, '2xx')
      return
    }
    // Where the address is not ours, nothing is set and nothing sent: an empty body is at most refused.
    const answers = {
      getWebhook: await client.call('getWebhook'),
      setWebhook: await client.call('setWebhook', { json: {} }),
      testWebhook: await client.call('testWebhook', { json: {} }),
    }
    for (const [operation, answer] of shown(answers))
      expect(rules[operation]).that(
        { ...computedFrom(answer.response.status, answer), pointer: 'status' },
        () => !isUnserved(answer),
        not(404, 405, 501),
      )
  },
})
