// Amending an order: what changes, what stays, what is refused (Endpoints / PATCH /orders/{order_id}).
import t from 'tap'
import type { Test } from 'tap'
import type { Draft } from './samples.ts'
import { awkwardTexts, complete, isoDate } from './samples.ts'
import { refused } from './refusal.ts'
import type { Expected } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Order } from './wire-types.ts'

const api = await start(t, unlimited)
const amend = (id: string, body: unknown, role: Parameters<typeof api.call>[0] = 'main') =>
  api.call<Order>(role, 'PATCH', `/orders/${id}`, { body })
const full = () => api.ok<Order>('main', 'POST', '/orders', { body: complete(api.now()), status: 201 })

/** Amends, and checks that the answer is the order as a read then shows it. */
const amended = async (id: string, body: unknown): Promise<Order> => {
  const order = await api.ok<Order>('main', 'PATCH', `/orders/${id}`, { body })
  t.strictSame(await api.read(id), order)
  return order
}

const refusedAndUnchanged = async (t: Test, id: string, body: unknown, expected: Expected, name?: string) => {
  const before = await api.snapshot(id)
  refused(t, await amend(id, body), expected, name)
  t.same(await api.snapshot(id), before, `${name}: nothing changed`)
}

t.test('every amendable field changes, the rest stays, and updated_at moves', async (t) => {
  const before = await full()
  await api.simulator.advance(5)
  const patch = {
    lender_reference: 'REF-0002',
    appraiser_instructions: 'Call first.',
    loan: { number: '0004712', client: 'Another Client', investor: 'Another Investor' },
    borrowers: [{ contacts: [{ type: 'email', role: 'work', value: 'imani@work.example' }] }],
    parties: { real_estate_agent: { first_name: 'Kim', last_name: 'Other', contacts: [] } },
  }
  const after = await amended(before.id, patch)
  const [imani, robin] = before.borrowers
  t.strictSame(after, {
    ...before,
    lender_reference: 'REF-0002',
    appraiser_instructions: 'Call first.',
    loan: { ...before.loan, ...patch.loan },
    borrowers: [{ ...imani, contacts: patch.borrowers[0]!.contacts }, robin],
    parties: { ...before.parties, real_estate_agent: patch.parties.real_estate_agent },
    dates: { ...before.dates, updated_at: new Date(api.now()).toISOString() },
  })
  t.same(
    (await api.events({ order_id: before.id })).map(({ type }) => type),
    ['order.created'],
    'and no event is due for it',
  )
})

t.test('a field sent as null is cleared', async (t) => {
  const { id } = await full()
  const order = await amended(id, {
    lender_reference: null,
    appraiser_instructions: null,
    loan: { number: null, client: null, investor: null },
  })
  t.match(order, {
    lender_reference: null,
    appraiser_instructions: null,
    loan: { number: null, client: null, investor: null },
  })
  t.same((await amended(id, { parties: { real_estate_agent: null } })).parties.additional_contacts.length, 2)
  t.same((await amended(id, { parties: { additional_contacts: null } })).parties, {
    real_estate_agent: null,
    additional_contacts: [],
  })
  const other = await full()
  t.same((await amended(other.id, { parties: null })).parties, { real_estate_agent: null, additional_contacts: [] })
})

t.test('sent contacts replace those of the borrower in that position', async (t) => {
  const { id, borrowers } = await full()
  const contacts = [{ type: 'phone', role: 'home', value: '+44 20 7946 0000' }]
  t.same((await amended(id, { borrowers: [{}, { contacts }] })).borrowers, [
    borrowers[0],
    { ...borrowers[1], contacts },
  ])
  t.same(
    (await amended(id, { borrowers: [{}, { contacts: [] }] })).borrowers[1]!.contacts,
    [],
    'a co-borrower needs none',
  )
  await refusedAndUnchanged(
    t,
    id,
    { borrowers: [{ contacts: [] }] },
    { status: 422, code: 'validation_failed', fields: ['borrowers.0.contacts:required'] },
    'the borrower keeps one',
  )
  const email = [{ type: 'email', role: 'cell', value: 'x@example.com' }]
  await refusedAndUnchanged(
    t,
    id,
    { borrowers: [{ contacts: email }] },
    { status: 422, code: 'validation_failed', fields: ['borrowers.0.contacts.0.role'] },
    'email on cell',
  )
})

t.test('a note is added to the note of its type', async (t) => {
  const { id } = await api.create()
  t.same((await amended(id, { notes: [{ type: 'order', text: 'one' }] })).notes, [{ type: 'order', text: 'one' }])
  t.same((await amended(id, { notes: [{ type: 'appointment', text: 'two' }] })).notes, [
    { type: 'order', text: 'one' },
    { type: 'appointment', text: 'two' },
  ])
  const more = [
    { type: 'order', text: 'three' },
    { type: 'order', text: 'four' },
  ]
  const { notes } = await amended(id, { notes: more })
  t.same(notes, [
    { type: 'order', text: 'one\nthree\nfour' },
    { type: 'appointment', text: 'two' },
  ])
  for (const none of [[], null]) t.same((await amended(id, { notes: none })).notes, notes, 'no note is ever removed')
})

t.test('a due date is a request: the order keeps its own', async (t) => {
  const before = await api.create()
  const after = await amended(before.id, { due_date: isoDate(api.now(), 40) })
  t.equal(after.dates.due_date, before.dates.due_date)
  await api.simulator.advance(86_400)
  t.equal((await api.read(before.id)).dates.due_date, before.dates.due_date, 'and waits for the company')
  t.same(
    (await api.events({ order_id: before.id })).map(({ type }) => type),
    ['order.created'],
  )
  await refusedAndUnchanged(
    t,
    before.id,
    { due_date: isoDate(api.now(), -3) },
    { status: 422, code: 'semantic_validation_failed', fields: ['due_date'] },
    'past',
  )
  for (const due_date of ['2026-02-30', 'soon', 7])
    await refusedAndUnchanged(
      t,
      before.id,
      { due_date },
      { status: 422, code: 'validation_failed', fields: ['due_date'] },
      String(due_date),
    )
})

t.test('texts come back as they were sent', async (t) => {
  const { id } = await api.create()
  for (const [index, text] of awkwardTexts.entries()) {
    const order = await amended(id, { lender_reference: text, appraiser_instructions: text, loan: { number: text } })
    t.strictSame(
      [order.lender_reference, order.appraiser_instructions, order.loan['number']],
      [text, text, text],
      `text ${index}`,
    )
  }
})

t.test('what changes nothing moves nothing', async (t) => {
  const before = await full()
  await api.simulator.advance(5)
  for (const body of [
    {},
    { lender_reference: before.lender_reference },
    { unknown: 1, card_number: '4111' },
    { borrowers: [] },
    { parties: {} },
    { ...before, notes: [] },
  ])
    t.strictSame(await amended(before.id, body), before)
  const { status } = await api.call('main', 'PATCH', `/orders/${before.id}`, {
    body: '{"__proto__":{"lender_reference":"x"}}',
    headers: { 'content-type': 'application/json' },
  })
  t.equal(status, 200)
  t.strictSame(await api.read(before.id), before)
})

t.test('what only a new order can set is refused when it differs, and passes when it does not', async (t) => {
  const order = await full()
  const cases: [string, Draft, string[]][] = [
    ['order type', { order_type_code: '1004' }, ['order_type_code']],
    ['loan type', { loan_type_code: 'FHA' }, ['loan_type_code']],
    ['no loan type', { loan_type_code: null }, ['loan_type_code']],
    ['add-ons', { add_on_codes: ['RENT'] }, ['add_on_codes']],
    ['property type', { property: { type: 'farm' } }, ['property.type']],
    [
      'property address',
      { property: { address: { street: 'x', postal_code: '10001' } } },
      ['property.address.street', 'property.address.postal_code'],
    ],
    ['no property', { property: null }, ['property']],
    ['first name', { borrowers: [{ first_name: 'Iman' }] }, ['borrowers.0.first_name']],
    ['last name', { borrowers: [{}, { last_name: 'Changed' }] }, ['borrowers.1.last_name']],
    ['loan purpose', { loan: { purpose: 'refinance' } }, ['loan.purpose']],
    ['along with one that could', { lender_reference: 'kept out', order_type_code: '1004' }, ['order_type_code']],
  ]
  for (const [name, body, fields] of cases)
    await refusedAndUnchanged(t, order.id, body, { status: 422, code: 'semantic_validation_failed', fields }, name)
  const same = {
    order_type_code: 'URAR-36',
    loan_type_code: 'CONV',
    add_on_codes: ['RENT', 'ADU'],
    property: { type: 'townhouse', address: { city: 'Austin' } },
  }
  t.strictSame(
    await amended(order.id, { ...same, borrowers: [{ first_name: 'Imani' }], loan: { purpose: 'purchase' } }),
    order,
  )
  const { id } = await api.create()
  await refusedAndUnchanged(
    t,
    id,
    { borrowers: [{}, { first_name: 'New', last_name: 'Person' }] },
    { status: 422, code: 'semantic_validation_failed', fields: ['borrowers.1'] },
    'a borrower more',
  )
})

t.test('wrong types and unusable values are refused by name', async (t) => {
  const { id } = await api.create()
  const cases: [Draft, string[]][] = [
    [{ lender_reference: 7 }, ['lender_reference']],
    [{ appraiser_instructions: ['x'] }, ['appraiser_instructions']],
    [{ loan: 'x' }, ['loan']],
    [{ loan: { number: 7 } }, ['loan.number']],
    [{ borrowers: {} }, ['borrowers']],
    [{ borrowers: [{ contacts: [{ type: 'fax', role: 'home', value: 'x' }] }] }, ['borrowers.0.contacts.0.type']],
    [{ borrowers: [{ contacts: [{ type: 'phone', role: 'home' }] }] }, ['borrowers.0.contacts.0.value:required']],
    [{ parties: [] }, ['parties']],
    [{ notes: [{ type: 'appraisal', text: 'x' }] }, ['notes.0.type']],
    [{ notes: [{ type: 'order', text: ' ' }] }, ['notes.0.text:required']],
    [{ notes: 'x' }, ['notes']],
  ]
  for (const [body, fields] of cases)
    await refusedAndUnchanged(t, id, body, { status: 422, code: 'validation_failed', fields }, JSON.stringify(body))
  for (const [body, type, status, code] of [
    ['{', 'application/json', 400, 'invalid_request'],
    ['[]', 'application/json', 400, 'invalid_request'],
    ['', 'application/json', 400, 'invalid_request'],
    ['{}', 'application/merge-patch+json', 415, 'unsupported_media_type'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
  ] as const)
    refused(
      t,
      await api.call('main', 'PATCH', `/orders/${id}`, { body, headers: { 'content-type': type } }),
      { status, code },
      `${body} as ${type}`,
    )
})

t.test('a closed order takes no amendment but a loan number', async (t) => {
  for (const status of ['cancelled', 'report_complete', 'revised_report_complete']) {
    const { id } = await api.reach(status)
    const closed = {
      status: 409,
      code: 'action_not_allowed_in_status',
      current: status,
      fields: ['status:current_status'],
    }
    for (const body of [
      { lender_reference: 'x' },
      { notes: [{ type: 'order', text: 'x' }] },
      { loan: { number: 'x', client: 'y' } },
      { due_date: isoDate(api.now(), 30) },
    ])
      await refusedAndUnchanged(t, id, body, closed, `${status} ${JSON.stringify(body)}`)
    t.equal((await amended(id, { loan: { number: 'L-2' } })).loan['number'], 'L-2', 'needed for a revision request')
  }
  for (const status of [
    'pending_review',
    'new',
    'awaiting_review',
    'on_hold',
    'off_hold',
    'revision_requested',
    'reconsideration_requested',
  ]) {
    const { id } = await api.reach(status)
    t.equal((await amended(id, { lender_reference: status })).lender_reference, status, `${status} is open`)
  }
})

t.test('where the company does not let a lender amend it is 403, whatever is sent', async (t) => {
  const { id } = await api.create({}, 'no_amend')
  const before = await api.snapshot(id, 'no_amend')
  const expected = { status: 403, code: 'action_not_permitted_for_client' }
  refused(t, await amend(id, { lender_reference: 'x' }, 'no_amend'), expected)
  refused(t, await amend(id, { lender_reference: 7 }, 'no_amend'), expected, 'unusable')
  refused(
    t,
    await api.call('no_amend', 'PATCH', `/orders/${id}`, {
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    expected,
    'malformed',
  )
  await api.act(id, 'cancel', {}, 'no_amend')
  refused(t, await amend(id, { lender_reference: 'x' }, 'no_amend'), expected, 'closed')
  await api.simulator.idle()
  t.same({ ...(await api.snapshot(id, 'no_amend')).order!.loan }, before.order!.loan)
  refused(
    t,
    await amend('ord_none', { lender_reference: 'x' }, 'no_amend'),
    { status: 404, code: 'not_found' },
    'no such order',
  )
})
