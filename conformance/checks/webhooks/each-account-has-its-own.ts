// The webhook of main is no other account's, and takes the events of main's account alone.
import { computedFrom } from '../../evidence/seen.ts'
import { envelopeOf, orderOf } from '../../evidence/delivery.ts'
import { foreignOrders, idOf } from '../../scenarios/foreign-orders.ts'
import { fieldAt } from '../../steps/read.ts'
import { normalUrl, receiverOf } from '../../steps/set-webhook.ts'
import { webhookOfAnother } from '../../scenarios/webhook-of-another.ts'
import { check } from '../../kit/check.ts'

const own = 'webhooks.configuration-is-of-one-account'
const silent = 'delivery.events-of-another-account-are-not-delivered'

export default check({
  id: 'webhooks.each-account-has-its-own',
  verifies: [own, silent],
  needs: ['webhook', 'orders', 'sandbox', 'role:other_lender'],
  phase: 'last',
  async run(context) {
    const { expect, orders, patience, shared } = context
    const receiver = receiverOf(context)
    const { placed, others } = await shared(foreignOrders)
    // The address is this run's alone.
    const theirs = await shared(webhookOfAnother)
    const shown = normalUrl(fieldAt(theirs, '/url')) === normalUrl(receiver.url) ? 'the address of main' : 'another'
    expect(own).equal(computedFrom(shown, theirs), 'another')

    await receiver.inbox.wait(
      (one) => orderOf(one) === placed.id && envelopeOf(one).type === 'order.cancelled',
      patience.delivery,
    )
    const foreign = new Set(
      orders.open.filter(({ role }) => role !== 'main' && role !== 'main_second').map(({ id }) => id),
    )
    const first = idOf(others.other_lender)
    if (first !== null) foreign.add(first)
    const strange = receiver.inbox.all.filter((one) => foreign.has(orderOf(one) ?? ''))
    const arrived = receiver.inbox.all.filter((one) => orderOf(one) === placed.id)
    if (foreign.size === 0) return expect(silent).notTested('no-create-accepted')
    if (arrived.length === 0) return expect(silent).notTested('no-status-change')
    expect(silent).equal(
      computedFrom(
        strange.map((one) => envelopeOf(one).type),
        ...[...strange, ...arrived].slice(0, 3),
      ),
      [],
    )
  },
})
