// A borrower without a contact is refused as the contract says, by field, and no order comes of it.
import { seen } from '../../run/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

const required = 'create.borrower-contacts-required'
const code = 'create.borrower-contacts-missing-has-code'
const field = [
  'create.borrower-contacts-missing-names-the-field',
  'errors.detail-field-is-a-dotted-path',
  'errors.detail-path-numbers-array-elements',
]
const nothing = 'create.missing-conditional-field-creates-nothing'

export default check({
  id: 'create.borrower-needs-contacts',
  verifies: [required, code, ...field, nothing],
  needs: ['orders'],
  async run(context) {
    const { expect } = context
    const body = orderBody(context, await pickProduct(context))
    const [{ contacts: _contacts, ...borrower } = {}] = body.borrowers
    for (const contacts of [[], undefined]) {
      const borrowers = [contacts ? { ...borrower, contacts } : borrower]
      const answer = await create(context, { ...body, borrowers })
      if (!expect(required).status(answer, 422)) continue
      expect(code).equal(seen(answer, '/code'), 'validation_failed')
      const named = entriesAt(answer, '/details').map((detail) => detail['field'])
      expect(field).that(
        { ...seen(answer, '/details'), value: named },
        () => named.includes('borrowers.0.contacts'),
        'a detail whose field is borrowers.0.contacts',
      )
    }
    const list = await ordersWithReference(context, body.lender_reference)
    expect(nothing).equal(seen(list, '/total'), 0)
  },
})
