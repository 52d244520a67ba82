// What an order shows of an assignment that was skipped.
import t from 'tap'
import { type Given, advance, none, order, read, seen } from './order-traffic.ts'

t.test('an appraiser is shown or not where the assignment was skipped', async (t) => {
  const freedom = 'order.appraiser-when-skipped'
  const named = { name: 'A. Appraiser' }
  const worked = (appraiser: unknown) => read({ status: 'borrower_contacted', appraiser })
  t.same(seen(freedom, read({}), advance('borrower_contacted'), worked(named)), ['shown'])
  const other = {
    path: '/orders/ord_2',
    body: { ...order({ appraiser: named, status: 'appraiser_assigned' }), id: 'ord_2' },
  }
  const elsewhere: Given = { operation: 'getOrder', ...other }
  const assigned = { ...advance('appraiser_assigned'), path: '/sandbox/orders/ord_2/advance' }
  const hidden = [read({}), advance('borrower_contacted'), worked(null)]
  t.same(seen(freedom, ...hidden), none, 'nobody knows whether any is shared')
  t.same(seen(freedom, assigned, elsewhere, ...hidden), ['null-value'])
  t.same(seen(freedom, ...hidden, assigned, elsewhere), ['null-value'])
  t.same(seen(freedom, ...hidden, elsewhere), none, 'the company may have named that one itself')
  t.same(seen(freedom, read({}), advance('appraiser_assigned'), worked(named)), none, 'nothing was skipped')
  t.same(seen(freedom, read({}), advance('borrower_contacted', 9000), worked(named)), none, 'it may have moved before')
  t.same(seen('order.appraiser-not-shared', read({ status: 'appraiser_assigned' })), ['null-value'])
  t.same(seen('order.appraiser-not-shared', worked(null)), none)
})
