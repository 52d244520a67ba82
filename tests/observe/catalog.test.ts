// What the catalog of order types shows.
import t from 'tap'
import { none, seen } from './order-traffic.ts'

t.test('the catalog shows whether any product has tiers', async (t) => {
  const bare = { code: 'A', loan_types: [], add_ons: [], loan_purposes: [], property_types: [] }
  const catalog = (query: string, ...data: object[]) =>
    seen('catalog.empty-tiers', {
      operation: 'listOrderTypes',
      path: `/order-types${query}`,
      body: { data, total: data.length },
    })
  t.same(catalog('', { ...bare, add_ons: [{ code: 'X' }] }), ['some-do'])
  t.same(catalog('?has_adu=true', bare), ['none-do'])
  t.same(catalog('', bare), none, 'an add-on may need an accessory dwelling unit')
})

t.test('codes show their style', async (t) => {
  const style = (...codes: string[]) =>
    seen('catalog.code-style', { operation: 'listOrderTypes', body: { data: codes.map((code) => ({ code })) } })
  t.same([style('1004', '2055'), style('1004', 'desktop'), style('1004')], [['digits'], ['words'], none])
})
