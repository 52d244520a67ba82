// Null stands for each field that may be left out, at any depth, and for none that must be there.
import t from 'tap'
import { withNulls } from './optional-fields.ts'

t.test('nulls are put beside what is sent', async (t) => {
  const body = withNulls('CreateOrderRequest', {
    order_type_code: 'A',
    loan: { purpose: 'refinance', number: 'L-1' },
    property: { address: { postal_code: '78701' } },
  }) as { [field: string]: unknown; loan: Record<string, unknown>; property: { address: Record<string, unknown> } }
  t.equal(body['order_type_code'], 'A')
  t.equal(body['parties'], null)
  t.notOk('due_date' in body, 'what is required is left to the caller')
  t.equal(body.loan['number'], 'L-1')
  t.equal(body.loan['investor'], null)
  t.equal(body.property.address['county'], null)
  t.equal(body.property.address['postal_code'], '78701')
})
