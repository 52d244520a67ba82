// Two credentials of one lender account work side by side and see the same orders, with what belongs to them.
import { accountOf } from '../../scenarios/account-of.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { not } from '../../evidence/expected.ts'
import { derived, seen, seenStatus } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const both = 'auth.two-credentials-work-side-by-side'
const same = 'auth.credentials-of-one-account-see-the-same-orders'
const client_id = 'account.client-id-is-the-one-of-the-credential'

export default check({
  id: 'auth.two-credentials-share-an-account',
  verifies: [both, same, client_id],
  needs: ['orders', 'role:main_second'],
  async run({ client, shared, expect, secretOf }) {
    const { orders, mark } = await shared(grandWalk)
    const [own, second] = [await shared(accountOf('main')), await shared(accountOf('main_second'))]
    expect(both).status(second, 200)
    if (fieldAt(own, '/lender/id') !== fieldAt(second, '/lender/id'))
      throw notTested(reason('credentials-of-two-accounts', { role: 'main_second' }))

    const role = 'main_second'
    expect(client_id).equal(seen(second, '/client_id'), secretOf(role).client_id)
    const read = await client.call('getOrder', { role, params: { order_id: orders.fresh } })
    expect([both, same]).status(read, 200)
    expect(same).equal(seen(read, '/id'), orders.fresh)
    const { documentId: document_id } = await shared(uploadedDocument)
    const ofOrders = [
      await client.call('listMessages', { role, params: { order_id: orders.fresh } }),
      ...(document_id === null ? [] : [await client.call('getDocument', { role, params: { document_id } })]),
    ]
    for (const answer of ofOrders) expect(both).that(seenStatus(answer), (status) => status !== 404, not(404))
    const lists = [
      await client.call('listOrders', { query: { lender_reference: mark } }),
      await client.call('listOrders', { role, query: { lender_reference: mark } }),
    ]
    const [ours, theirs] = lists.map((list) => entriesAt(list, '/data').map(({ id }) => id))
    expect(same).equal(derived(theirs, ...lists), ours)
  },
})
