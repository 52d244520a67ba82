// What new orders show.
import t from 'tap'
import { type Given, created, none, seen } from './order-traffic.ts'

t.test('a street comes back as sent or in the form of the postal service', async (t) => {
  const street = (sent: string, shown: string) =>
    seen(
      'create.street-standardised',
      created({ property: { address: { street: shown } } }, { property: { address: { street: sent } } }),
    )
  t.same(street('1200 Sample Street', '1200 Sample Street'), ['as-sent'])
  t.same(street('1200 Sample Street', '1200 SAMPLE STREET'), ['postal-form'])
  t.same(street('1200 Sample Street', '1200 Sample St'), ['postal-form'])
  t.same(street('1200 Sample Street', '7 Other Street'), none)
  t.same(street('1200', '1200'), none, 'nothing there could be standardised')
})

t.test('orders tell whether all, some or none begin in one way', async (t) => {
  const products = [
    { code: 'A', active: true, loan_types: [], add_ons: [{ code: 'X' }] },
    { code: 'B', active: true, loan_types: [], add_ons: [] },
    { code: 'C', active: false, loan_types: [], add_ons: [{ code: 'Y' }] },
  ]
  const catalog: Given = { operation: 'listOrderTypes', path: '/order-types', body: { data: products, total: 3 } }
  const one = (id: string, code: string, fee: string | null, addOns: string[] = []) =>
    created({ fees: { appraisal_fee: fee } }, { order_type_code: code, add_on_codes: addOns }, id)
  const freedom = 'create.fee-quoted-first'
  t.same(seen(freedom, one('ord_1', 'A', null), one('ord_2', 'A', '1.00')), ['some-orders'])
  t.same(seen(freedom, one('ord_1', 'A', null), one('ord_1', 'A', '1.00')), none, 'a replay of one order')
  const priced = [one('ord_1', 'A', '1.00', ['X']), one('ord_2', 'B', '1.00')]
  t.same(seen(freedom, catalog, ...priced), ['never'])
  t.same(seen(freedom, ...priced), none, 'the catalog may have more')
  t.same(seen(freedom, catalog, one('ord_1', 'A', '1.00'), one('ord_2', 'B', '1.00')), none, 'an add-on is left')
  t.same(seen(freedom, catalog, one('ord_1', 'A', null), one('ord_2', 'B', null)), ['always'])
  t.same(seen(freedom, catalog, one('ord_1', 'A', null, ['X']), one('ord_2', 'B', null)), none, 'the add-on may be why')
  const reviewed = created({ status: { code: 'pending_review' } }, {}, 'ord_2')
  t.same(seen('create.review-first', created(), reviewed), ['some-orders'])
  t.same(seen('create.review-first', created()), none)
})

t.test('a file that rides along shows when the order has it, and whether that is an event', async (t) => {
  const file = { filename: 'sketch.txt' }
  const sent = { documents: [{ ...file, content: 'eA==' }] }
  const read = { operation: 'getOrder', body: { documents: [file] } }
  const freedom = 'create.documents-with-inline'
  t.same(seen(freedom, created({ documents: [file] }, sent)), ['shown'])
  t.same(seen(freedom, created({ documents: [] }, sent), read), ['empty-at-first'])
  t.same(seen(freedom, created({ documents: [] }), read), none, 'it was uploaded')
  const event = (id: string, type: string, order_id: string, second: number) => ({
    id,
    type,
    order_id,
    created_at: `2026-01-01T00:00:0${second}.000Z`,
    data: {},
  })
  const feed = (...data: object[]) => ({ operation: 'listEvents', path: '/events', body: { data } })
  const [first, last] = [event('evt_1', 'order.created', 'ord_1', 0), event('evt_3', 'order.created', 'ord_2', 9)]
  const added = event('evt_2', 'order.document_added', 'ord_1', 0)
  const raises = 'events.inline-document-added'
  t.same(seen(raises, created({ documents: [file] }, sent), feed(first, added, last)), ['raised'])
  t.same(seen(raises, created({ documents: [file] }, sent), feed(first, last)), ['not-raised'])
  t.same(seen(raises, created({ documents: [file] }, sent), feed(first)), none, 'it may be raised yet')
  t.same(seen(raises, created({}, sent), feed(first, last)), none, 'the file may have been left out')
})
