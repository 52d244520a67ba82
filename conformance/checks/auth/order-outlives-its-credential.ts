// An order that was placed with a credential is still there for the other one of the account once the first is revoked.
import { grant } from '../../scenarios/main-tokens.ts'
import { seen } from '../../evidence/seen.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../../steps/read.ts'
import { form } from '../../sut/tokens.ts'
import { check } from '../../kit/check.ts'

const same = 'auth.credentials-of-one-account-see-the-same-orders'

type Issued = { client: { client_id: string }; client_secret: string }

export default check({
  id: 'auth.order-outlives-its-credential',
  verifies: [same],
  needs: ['control', 'orders'],
  async run(context) {
    const { client, control, environment, expect, secretOf } = context
    const path = (id: string, act: string) => `/clients/${encodeURIComponent(id)}/${act}`
    const issued = (await control!.ask('POST', path(secretOf('main').client_id, 'rotate'))) as Issued
    const { client_id } = issued.client
    const request = form({ ...grant, client_id, client_secret: issued.client_secret })
    const granted = await client.call('requestToken', { token: null, environment, ...request })
    const token = fieldAt(granted, '/access_token')
    if (typeof token !== 'string') throw blocked('no-token-for-new-credential', granted)
    const body = orderBody(context, await pickProduct(context))
    const placed = requireSuccess(await create(context, body, { token, environment }))
    const id = textAt(placed, '/id')

    await control!.ask('POST', path(client_id, 'revoke'))
    const read = await client.call('getOrder', { params: { order_id: id } })
    expect(same).status(read, '2xx')
    expect(same).equal({ ...seen(read, '/id'), requests: [placed.id, read.id] }, id)
  },
})
