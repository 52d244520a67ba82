// A redirect is not followed, and nothing else than the configured address is called.
import { elsewhere, firstOf } from '../../scenarios/failing-attempts.ts'
import { withoutEnding } from '../../scenarios/webhook-configuration.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.only-the-configured-endpoint-is-called'

export default check({
  id: 'delivery.only-the-configured-endpoint-is-called',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { all } = receiverOf(context).inbox
    const redirected = firstOf(await shared(secondAttempts), 'redirected')
    const followed = all.filter(({ path }) => path.endsWith(elsewhere))
    expect(rule).equal(
      computedFrom(
        followed.map(({ path }) => path),
        redirected,
        ...followed,
      ),
      [],
    )
    const { url } = receiverOf(context)
    // For a moment the address ended otherwise.
    const strange = all.filter(({ path }) => !url.endsWith(withoutEnding(path)))
    expect(rule).equal(computedFrom([...new Set(strange.map(({ path }) => path))], ...strange.slice(0, 3)), [])
  },
})
