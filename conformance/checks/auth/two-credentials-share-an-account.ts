// Two credentials of one lender account work side by side, see the same orders and write on them.
import { includes, not } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { accountOf } from '../../scenarios/account-of.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { computedFrom, seen, seenStatus } from '../../evidence/seen.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { readOrder } from '../../steps/order-state.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { threadWith } from '../../steps/thread-with.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const both = 'auth.two-credentials-work-side-by-side'
const same = 'auth.credentials-of-one-account-see-the-same-orders'
const client_id = 'account.client-id-is-the-one-of-the-credential'

export default check({
  id: 'auth.two-credentials-share-an-account',
  verifies: [both, same, client_id],
  needs: ['orders', 'role:main_second'],
  async run(context) {
    const { client, marker, shared, expect, secretOf } = context
    const { orders, mark: marked } = await shared(grandWalk)
    const [own, second] = [await shared(accountOf('main')), await shared(accountOf('main_second'))]
    expect(both).status(second, '2xx')
    if (fieldAt(own, '/lender/id') !== fieldAt(second, '/lender/id'))
      throw notTested(reason('credentials-of-two-accounts', { role: 'main_second' }))

    const role = 'main_second'
    expect(client_id).equal(seen(second, '/client_id'), secretOf(role).client_id)
    const read = await client.call('getOrder', { role, params: { order_id: orders.fresh } })
    expect([both, same]).status(read, '2xx')
    expect(same).equal(seen(read, '/id'), orders.fresh)
    const { documentId: document_id } = await shared(uploadedDocument)
    const placed = context.environment === 'sandbox' ? (await shared(exampleSequence)).placed : { id: orders.fresh }
    const ofOrders = [
      // The thread of an order whose revision request was answered: what the company wrote there may stand in it too.
      await client.call('listMessages', { role, params: { order_id: placed.id } }),
      ...(document_id === null ? [] : [await client.call('getDocument', { role, params: { document_id } })]),
    ]
    for (const answer of ofOrders) expect(both).that(seenStatus(answer), (status) => status !== 404, not(404))

    // An order of its own, as others look at what they left.
    const { id } = await placeOrder(context)
    const params = { order_id: id }
    const [reference, mark] = [marker(), marker()]
    const json = {
      recipient: 'manager',
      subject: mark,
      body: `From the second credential (${mark}).`,
      document_ids: [],
    }
    const written = [
      await client.call('amendOrder', { role, params, json: { lender_reference: reference } }),
      await client.call('sendMessage', { role, params, json }),
    ]
    for (const answer of written) expect(both).that(seenStatus(answer), (status) => status !== 404, not(404))
    const [amendment, message] = written as [Answered, Answered]
    if (succeeded(amendment) && (await knowsField(context, lenderReference))) {
      const order = await readOrder(context, id)
      expect(same).equal({ ...seen(order, '/lender_reference'), requests: [amendment.id, order.id] }, reference)
    }
    if (succeeded(message)) {
      const { thread, texts } = await threadWith(context, id, mark)
      expect(same).that(
        computedFrom(texts, message, thread),
        () => texts.some((text) => text.includes(mark)),
        includes(mark),
      )
    }

    // In place of the cancel that ends each order of a run.
    const cancelled = await client.call('cancelOrder', { role, params, json: { reason: 'The loan was withdrawn.' } })
    expect(both).that(seenStatus(cancelled), (status) => status !== 404, not(404))
    if (succeeded(cancelled)) context.orders.settled(id)

    const lists = [
      await client.call('listOrders', { query: { lender_reference: marked } }),
      await client.call('listOrders', { role, query: { lender_reference: marked } }),
    ]
    const [ours, theirs] = lists.map((list) => entriesAt(list, '/data').map(({ id }) => id))
    expect(same).equal(computedFrom(theirs, ...lists), ours)
  },
})
