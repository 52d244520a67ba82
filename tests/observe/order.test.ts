// What an order shows of what nobody sent, and of its moves.
import t from 'tap'
import { type Given, advance, created, day, none, order, read, seen } from './order-traffic.ts'

t.test('a new order shows what stands where nothing was sent', async (t) => {
  const one = (freedom: string, shown: object, sent?: object) => seen(`order.${freedom}`, created(shown, sent))
  const currency = (loan: object, sent: object = {}) => one('loan-currency-unset', { loan }, { loan: sent })
  t.same(currency({ currency: 'USD' }), ['usd'])
  t.same(currency({ currency: null }, { purchase_price: '1.00' }), none)
  t.same(currency({ currency: null }), ['usd-with-a-price'])
  const unset = (rush: unknown) => one('flags-unset', { flags: { rush } })
  t.same([unset(false), unset(null), unset('f')], [['false-value'], ['null-value'], none])
  t.same(one('flags-unset', { flags: { rush: false } }, { rush: false }), none)
  const adu = (has_adu: unknown) => one('has-adu-unset', { property: { has_adu } })
  t.same([adu(false), adu(null)], [['false-value'], ['null-value']])
  const fees = (currency: unknown, appraisal_fee: unknown = null) =>
    one('fee-currency-while-quoted', { fees: { appraisal_fee, currency } })
  t.same([fees(null), fees('USD'), fees('USD', '1.00')], [['null-value'], ['usd'], none])
  t.same(
    [one('parties-unset', { parties: null }), one('parties-unset', { parties: {} })],
    [['null-value'], ['object-of-empties']],
  )
})

t.test('a new order shows the form of what the company wrote', async (t) => {
  const number = (order_number: unknown) => seen('order.number-format', created({ order_number }))
  t.same(
    [number('10001'), number('26-10001'), number('A 1'), number(undefined)],
    [['digits-only'], ['digits-and-hyphen'], ['free-text'], none],
  )
  const address = (freedom: string, parts: object) =>
    seen(`order.${freedom}`, created({ property: { address: parts } }))
  t.same(
    [address('state-form', { state: 'KS' }), address('state-form', { state: 'Kansas' })],
    [['two-letters'], ['full-name']],
  )
  t.same(address('county-form', { county: 'Douglas County' }), ['with-designation'])
  t.same(address('county-form', { county: 'Douglas' }), ['bare-name'])
  const agency = (shown: unknown, sent: object) =>
    seen('order.agency-case-number-source', created({ loan: { agency_case_number: shown } }, { loan: sent }))
  t.same(agency('1', { fha_case_number: '1' }), ['mirrors-fha'])
  t.same(agency('2', { agency_case_number: '2' }), ['also-on-create'])
  t.same(agency(null, { agency_case_number: '2' }), ['company-only'])
  const summary = (property_address_summary: string) =>
    seen('order.address-summary-form', { operation: 'listOrders', body: { data: [{ property_address_summary }] } })
  t.same([summary('1 Elm St, Lawrence, KS 66044'), summary('1 Elm St')], [['with-commas'], ['short-form']])
})

t.test('an appraiser shows its shape', async (t) => {
  const shape = (appraiser: unknown) => seen('order.appraiser-shape', read({ appraiser }))
  t.same(shape('A. Appraiser'), ['plain-text'])
  t.same(shape({ name: 'A. Appraiser' }), ['name-object'])
  t.same(shape({ name: 'A. Appraiser', license: '1' }), ['richer-object'])
  t.same([shape(null), shape({ license: '1' })], [none, none])
})

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

t.test('dates show whether they outlast what they report', async (t) => {
  const appointed = read({ status: 'appointment_scheduled', dates: { appointment_at: day('05T10:00:00.000') } })
  const after = (at: string | null) => read({ status: 'awaiting_review', dates: { appointment_at: at } })
  const appointment = 'order.appointment-after-leaving'
  t.same(seen(appointment, appointed, after(day('05T10:00:00.000'))), ['kept'])
  t.same(seen(appointment, appointed, after(null)), ['cleared'])
  t.same(seen(appointment, after(null)), none, 'an appointment that never was cannot be cleared')

  const first = day('02T10:00:00.000')
  const complete = read({ status: 'report_complete', dates: { completed_at: first } })
  const revising = (at: string | null) => read({ status: 'revision_requested', dates: { completed_at: at } })
  t.same(seen('order.completed-at-while-revising', complete, revising(first)), ['kept'])
  t.same(seen('order.completed-at-while-revising', complete, revising(null)), ['cleared'])
  t.same(seen('order.completed-at-while-revising', revising(null)), none, 'a cancelled order may be revised too')

  const revised = (at: string, changed: string) =>
    read({ status: 'revised_report_complete', changed, dates: { completed_at: at } })
  const later = day('03T10:00:00.000')
  t.same(seen('order.completed-at-after-revision', complete, revised(later, later)), ['latest-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, later)), ['first-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, first)), none, 'both within one second')
})

t.test('a cancelled order shows whether its fee stays', async (t) => {
  const fee = 'order.fee-after-cancellation'
  t.same(seen(fee, read({}), read({ status: 'cancelled' })), ['unchanged'])
  t.same(seen(fee, read({}), read({ status: 'cancelled', fee: '250.00' })), ['reduced'])
  t.same(seen(fee, read({ fee: null }), read({ status: 'cancelled', fee: '250.00' })), none, 'it was quoted meanwhile')
})

t.test('a postal code of Connecticut shows which county is filled in', async (t) => {
  const filled = (county: string, postal_code = '06103', sent: object = {}) =>
    seen(
      'order.connecticut-county',
      created({ property: { address: { county } } }, { property: { address: { postal_code, ...sent } } }),
    )
  t.same(filled('Hartford'), ['county'])
  t.same(filled('Capitol Planning Region'), ['planning-region'])
  t.same(filled('Suffolk', '06390'), none, 'an island of New York')
  t.same(filled('Hartford', '06103', { county: 'Hartford' }), none, 'it was sent')
})
