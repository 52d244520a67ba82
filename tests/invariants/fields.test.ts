// What the invariants say of the fields of an answer.
import t from 'tap'
import { brokenBy, example } from './support.ts'

const changed = (component: string, change: (value: Record<string, never>) => void): Record<string, unknown> => {
  const value = example(component)
  change(value as Record<string, never>)
  return value
}

t.test('a field that is missing or of another type breaks its own rule and no other', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => delete value.order_number),
    ['order.has-order-number'],
  )
  t.strictSame(
    order((value) => (value.order_number = 12)),
    ['order.has-order-number'],
  )
  t.strictSame(
    order((value) => delete value.status.label),
    ['order.has-status-label'],
  )
  t.strictSame(
    order((value) => delete value.lender_reference),
    ['conventions.empty-fields-are-sent-as-null', 'order.has-lender-reference'],
  )
  t.strictSame(
    order((value) => (value.flags.rush = 'no')),
    ['conventions.booleans-are-true-or-false', 'order.has-flag-rush'],
  )
  t.strictSame(
    order((value) => delete value.documents[0].size_bytes),
    ['documents.summary-has-size-bytes'],
  )
  t.strictSame(
    order((value) => delete value.borrowers[0].contacts[1].value),
    ['order.borrower-contact-has-value'],
  )
  t.strictSame(
    order((value) => delete value.loan.loan_type.name),
    ['order.loan-type-code-and-name-are-strings'],
  )
  t.strictSame(
    order((value) => (value.fees.appraisal_fee = 550)),
    ['conventions.money-is-a-decimal-string', 'order.appraisal-fee-is-money-or-null'],
  )
})

t.test('an entry of another type breaks the rule of its array', async (t) => {
  // oxlint-disable-next-line typescript/no-explicit-any
  const broken = (component: string, operation: string, change: (value: any) => void) =>
    brokenBy({ operation, json: changed(component, change) })
  const order = (change: Parameters<typeof broken>[2]) => broken('Order', 'getOrder', change)
  t.strictSame(
    order((value) => value.notes.push('Weekday mornings suit best.')),
    ['order.has-notes'],
  )
  t.strictSame(
    order((value) => (value.notes = [null])),
    ['order.has-notes'],
  )
  t.strictSame(
    order((value) => (value.borrowers[0].contacts = [[]])),
    ['order.has-borrower-contacts'],
  )
  t.strictSame(
    broken('Account', 'getAccount', (value) => value.scopes.push(7)),
    ['account.has-scopes'],
  )
  t.strictSame(
    broken('OrderList', 'listOrders', (value) => value.data.push('ord_1')),
    ['list.envelope-has-data-array'],
  )
  t.strictSame(
    broken('OrderTypeList', 'listOrderTypes', (value) => {
      const product = changed('OrderType', (one: { loan_types?: unknown }) => (one.loan_types = ['conventional']))
      value.data = [product]
    }),
    ['catalog.product-has-loan-types'],
  )
})

t.test('a value in another form breaks the rule of the form', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => (value.id = 'order-1')),
    ['conventions.order-ids-start-with-ord'],
  )
  t.strictSame(
    order((value) => (value.id = `ord_${'a'.repeat(61)}`)),
    ['conventions.identifiers-have-at-most-64-characters'],
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-02T15:04:08')),
    ['conventions.timestamps-are-iso-8601-with-offset'],
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-02T17:04:08+02:00')),
    ['conventions.timestamps-are-in-utc'],
  )
  t.strictSame(
    order((value) => (value.dates.due_date = '03/16/2026')),
    ['conventions.dates-are-year-month-day'],
  )
  t.strictSame(
    order((value) => (value.dates.due_date = '2026-02-30')),
    ['conventions.dates-are-year-month-day'],
  )
  t.strictSame(
    order((value) => (value.fees.appraisal_fee = '550.0')),
    ['conventions.money-has-exactly-two-decimals'],
  )
  t.strictSame(
    order((value) => (value.fees.currency = 'US')),
    ['conventions.currency-has-three-letters'],
  )
  t.strictSame(
    order((value) => (value.status.code = 'NEW')),
    ['conventions.enum-values-are-lower-case'],
  )
  t.strictSame(
    order((value) => (value.extraField = 1)),
    ['conventions.field-names-are-snake-case'],
  )
})

t.test('what the contract leaves open is accepted', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => (value.a_new_field = { deep: [1] })),
    [],
    'a field that is new',
  )
  t.strictSame(
    order((value) => (value.status.code = 'a_status_yet_to_come')),
    [],
    'a status that is new',
  )
  t.strictSame(
    order((value) => delete value.loan.purpose_other),
    [],
    'a field that does not apply',
  )
  t.strictSame(
    order((value) => (value.notes = null)),
    [],
    'an empty array as null',
  )
  t.strictSame(
    order((value) => (value.dates.appointment_at = '2026-03-06')),
    [],
    'an appointment as a date',
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-13T20:41:09.123456+00:00')),
    [],
    'another way to write UTC',
  )
  t.strictSame(
    order((value) => (value.appraiser = 'Robin Specimen')),
    [],
    'an appraiser of any shape',
  )
  t.strictSame(
    order((value) => (value.fees = { appraisal_fee: null, currency: null })),
    [],
    'a fee yet to be quoted',
  )
  t.strictSame(brokenBy({ operation: 'cancelOrder', status: 204, body: Buffer.alloc(0), without: 'Content-Type' }), [])
})

t.test('an empty body where one is promised is found', async (t) => {
  const found = brokenBy({ operation: 'holdOrder', status: 204, body: Buffer.alloc(0) })
  t.ok(found.includes('actions.hold-answer-has-id'))
  t.ok(found.includes('actions.hold-answer-previous-status-has-code'))
})

t.test('a page of the feed is judged by the type of each event', async (t) => {
  const record = example('EventRecord') as { data: Record<string, unknown> }
  delete record.data['reason']
  const page = { data: [record], next_cursor: null }
  t.strictSame(brokenBy({ operation: 'listEvents', json: page }), [
    'conventions.empty-fields-are-sent-as-null',
    'events.on-hold-has-reason',
  ])
})

t.test('a value that one rule of a field is about breaks no other rule of the field', async (t) => {
  // oxlint-disable-next-line typescript/no-explicit-any
  const page = (change: (page: any) => void) => {
    const json = { data: [example('OrderListItem')], page: 1, per_page: 25, total: 1, total_pages: 1 }
    change(json)
    return brokenBy({ operation: 'listOrders', json })
  }
  t.strictSame(
    page((value) => (value.data[0].property_address_summary = '1200 Sample Street\nAustin, TX')),
    ['list.order-item-address-summary-is-one-line'],
  )
  t.strictSame(
    page((value) => (value.data[0].property_address_summary = 12)),
    ['list.order-item-has-address-summary'],
  )
  t.strictSame(
    page((value) => delete value.data[0].property_address_summary),
    ['list.order-item-has-address-summary'],
  )
  t.strictSame(
    page((value) => (value.page = 0)),
    ['list.page-reported-is-at-least-1'],
  )
  t.strictSame(
    page((value) => (value.per_page = 101)),
    ['list.per-page-reported-is-1-to-100'],
  )
  const crowd = changed('Order', (value) => ((value as any).borrowers = Array(3).fill((value as any).borrowers[0]))) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(brokenBy({ json: crowd }), ['order.has-at-most-two-borrowers'])
})
