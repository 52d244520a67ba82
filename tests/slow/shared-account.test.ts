// A target whose account another program uses at the same time: it sets the webhook, or sends within its rate all along.
// Silent for up to 300 s.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { expectNoBlame, judgeBusy, type Busy } from '../meanwhile/busy-target.ts'
import { verdictsIn } from '../small-profiles.ts'

/** The other program sets its own address as soon as we placed an order. */
const moved = (): Busy => {
  let lender: string | null = null
  return {
    async after({ name }, { body }, company) {
      if (name === 'GET /account') lender ??= (body as { lender: { id: string } }).lender.id
      if (name === 'POST /orders')
        await company('PUT', `/lenders/${lender}/webhooks/sandbox`, { url: 'https://receiver.example/own' })
    },
  }
}

for (const [check, rule] of Object.entries({
  'delivery.every-event-is-delivered': 'delivery.subscribed-event-is-delivered',
  'webhooks.specimen-is-sent-once': 'webhooks.test-sends-a-specimen',
}))
  t.test(`a webhook that something else sets owes us nothing from then on: ${check}`, async (t) => {
    const judged = await judgeBusy(t, moved(), check)
    expectNoBlame(t, judged)
    t.match(verdictsIn(judged).get(rule), { verdict: 'inconclusive', reason_code: 'webhook-moved' })
  })

t.test('a second client that is in use all along is no proof that clients are counted together', async (t) => {
  const calls = new Map<string, () => Promise<unknown>>()
  const steady = setInterval(() => {
    for (const again of calls.values()) void again().catch(() => undefined)
  }, 100)
  t.teardown(() => clearInterval(steady))
  const busy: Busy = {
    // A target far away, so that the other program sends several requests while one round of ours is under way.
    before: () => sleep(120),
    after({ name, client, repeat }) {
      if (name === 'GET /account' && client !== null && !calls.has(client)) calls.set(client, repeat)
    },
  }
  const judged = await judgeBusy(t, busy, 'limits.remaining-falls-with-every-endpoint')
  expectNoBlame(t, judged, 'limits.rate-spans-all-endpoints')
  t.match(verdictsIn(judged).get('limits.rate-is-counted-per-client'), { reason_code: 'rate-used-by-others' })
})
