// The company's own screens and the lender write to one configuration, and what was written last holds.
import { accountOf } from '../../scenarios/account-of.ts'
import { derived } from '../../evidence/seen.ts'
import { requireSuccess, textAt } from '../../steps/read.ts'
import { readWebhook, restoring, setWebhook, settingsOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.last-write-wins'

export default check({
  id: 'webhooks.last-write-wins',
  verifies: [rule],
  needs: ['webhook', 'control'],
  async run(context) {
    const { control, environment, expect, shared } = context
    const lender = textAt(await shared(accountOf('main')), '/lender/id')
    const [theirs, ours] = [['order.completed'], ['order.cancelled']]
    const { done, restored } = await restoring(context, async () => {
      const first = requireSuccess(await setWebhook(context, { events: ours }))
      await control!.ask('PUT', `/lenders/${lender}/webhooks/${environment}`, { events: theirs })
      const between = requireSuccess(await readWebhook(context))
      const last = requireSuccess(await setWebhook(context, { events: ours }))
      return { first, between, last }
    })
    expect(rule).equal(derived(settingsOf(done.first)['events'], done.first), ours)
    expect(rule).equal(derived(settingsOf(done.between)['events'], done.between), theirs)
    expect(rule).equal(derived(settingsOf(done.last)['events'], done.last), ours)
    expect(rule).equal(derived(restored.response.status < 300, restored), true)
  },
})
