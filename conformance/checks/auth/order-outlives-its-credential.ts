// An order that was placed with a credential is still there for the other one of the account once the first is revoked.
import { seen } from '../../evidence/seen.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { issueCredential } from '../../steps/issue-credential.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const same = 'auth.credentials-of-one-account-see-the-same-orders'

export default check({
  id: 'auth.order-outlives-its-credential',
  verifies: [same],
  needs: ['control', 'orders'],
  async run(context) {
    const { client, environment, expect } = context
    const credential = await issueCredential(context)
    const granted = await credential.askForToken()
    const token = fieldAt(granted, '/access_token')
    if (typeof token !== 'string') throw blocked('no-token-for-new-credential', granted)
    const body = orderBody(context, await pickProduct(context))
    const placed = requireSuccess(await create(context, body, { token, environment }))
    const id = textAt(placed, '/id')

    await credential.revoke()
    const read = await client.call('getOrder', { params: { order_id: id } })
    expect(same).status(read, '2xx')
    expect(same).equal({ ...seen(read, '/id'), requests: [placed.id, read.id] }, id)
  },
})
