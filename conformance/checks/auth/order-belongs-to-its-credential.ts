// An order belongs to the account whose credential placed it, also when the request names another account.
import { accountOf } from '../../scenarios/account-of.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'auth.credential-alone-decides-where-an-order-belongs'
const isolated = 'auth.lender-scope-opens-nothing-outside-the-account'

export default check({
  id: 'auth.order-belongs-to-its-credential',
  verifies: [rule, isolated],
  needs: ['orders'],
  needsFor: { [isolated]: ['role:other_lender'] },
  async run(context) {
    const { client, shared, has, expect, recordReading } = context
    const other = has('other_lender') ? await shared(accountOf('other_lender')) : null
    const lender = other ? fieldAt(other, '/lender/id') : 'len_another_lender'
    const body = orderBody(context, await pickProduct(context))
    const claim = { lender_id: lender, lender: { id: lender }, account_id: lender }
    const answer = await create(context, { ...body, ...claim }, { headers: { 'X-Lender-Id': String(lender) } })
    // Unknown fields may be refused as well; then nothing may be placed anywhere.
    if (expect(rule).status(answer, '2xx', 400, 422))
      recordReading(
        'conventions.unknown-request-fields',
        succeeded(answer) ? 'ignored' : `status-${answer.response.status}`,
        answer,
      )
    const order_id = fieldAt(answer, '/id')
    if (typeof order_id === 'string')
      expect(rule).status(await client.call('getOrder', { params: { order_id } }), '2xx')
    if (!other) return
    // By its number as well, where it was placed: a number may be looked up without regard to the account.
    const order_number = fieldAt(answer, '/order_number')
    const theirs = await client.call('listOrders', {
      role: 'other_lender',
      query: { lender_reference: body.lender_reference, ...(typeof order_number === 'string' && { order_number }) },
    })
    const ids = entriesAt(requireSuccess(theirs), '/data').map(({ id }) => id)
    expect([rule, isolated]).equal({ ...computedFrom(ids, theirs), pointer: '/data' }, [])
  },
})
