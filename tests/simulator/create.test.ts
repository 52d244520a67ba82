// Placing an order: the order that comes back, and every reason for which none is placed (Endpoints / POST /orders).
import t from 'tap'
import type { Test } from 'tap'
import type { Draft } from './samples.ts'
import { awkwardTexts, change, complete, isoDate, minimalOf, pdf, png } from './samples.ts'
import { refused, start, unlimited } from './support.ts'
import type { Expected } from './support.ts'
import type { Order } from './wire-types.ts'

const api = await start(t, unlimited)
const place = (body: unknown, role: Parameters<typeof api.call>[0] = 'main', headers: Record<string, string> = {}) =>
  api.call(role, 'POST', '/orders', { body, headers })
const timestamp = () => new Date(api.now()).toISOString()

type Refusal = [name: string, paths: Draft, code: string, fields: string[]]

/** Each refused, with the details named, no order made and no event raised. */
const allRefused = async (t: Test, cases: Refusal[]) => {
  const base = api.draft()
  const before = await api.snapshot()
  for (const [name, paths, code, fields] of cases)
    refused(t, await place(change(base, paths)), { status: 422, code, fields }, name)
  t.same(await api.snapshot(), before, 'nothing was made')
}

t.test('the least that can be sent makes an order with every field there', async (t) => {
  const answer = await api.call<Order>('main', 'POST', '/orders', { body: api.draft() })
  t.equal(answer.status, 201)
  const { id, order_number, ...order } = answer.body
  t.match(id, /^ord_[0-9A-Za-z]{26}$/)
  t.match(order_number, /^\d+-\d+$/)
  const changed_at = timestamp()
  t.strictSame(order, {
    lender_reference: null,
    status: { code: 'new', label: 'New Order', changed_at },
    order_type: {
      code: '1004',
      name: 'Single family appraisal (URAR)',
      report_format: 'uad_2_6',
      appraiser_certification: 'none',
    },
    loan: {
      purpose: 'refinance',
      purpose_other: null,
      number: null,
      client: null,
      investor: null,
      agency_case_number: null,
      fha_case_number: null,
      purchase_price: null,
      currency: 'USD',
      loan_type: null,
      add_ons: [],
    },
    property: {
      address: { street: null, unit: null, city: 'Austin', state: 'TX', postal_code: '78701', county: 'Travis' },
      type: 'single_family',
      occupancy: 'primary_residence',
      has_adu: false,
    },
    borrowers: [
      {
        role: 'borrower',
        first_name: 'Sam',
        last_name: 'Sample',
        receives_report: false,
        receives_status_updates: false,
        address: null,
        contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
      },
    ],
    parties: { real_estate_agent: null, additional_contacts: [] },
    notes: [],
    flags: { rush: false, complex: false, rural: false, priority: false, certified_appraiser_required: false },
    appraiser_instructions: null,
    appraiser: null,
    dates: {
      created_at: changed_at,
      updated_at: changed_at,
      due_date: isoDate(api.now(), 20),
      appointment_at: null,
      completed_at: null,
    },
    fees: { appraisal_fee: '525.00', currency: 'USD' },
    documents: [],
  })
  t.equal(answer.headers['location'], `${api.simulator.sandboxUrl}/orders/${id}`)
  t.strictSame(await api.read(id), answer.body, 'a read shows the same')
  t.same(
    (await api.events({ order_id: id })).map(({ type, data }) => ({ type, data })),
    [
      {
        type: 'order.created',
        data: {
          order_id: id,
          order_number,
          order_type: order.order_type,
          status: order.status,
          due_date: order.dates.due_date,
          lender_reference: null,
        },
      },
    ],
  )
})

t.test('everything that can be sent comes back as it was sent', async (t) => {
  const sent = complete(api.now())
  const order = await api.ok<Order>('main', 'POST', '/orders', { body: sent, status: 201 })
  for (const field of ['lender_reference', 'appraiser_instructions', 'property', 'borrowers', 'parties', 'notes'])
    t.strictSame(order[field as keyof Order], sent[field], field)
  const { loan } = sent as { loan: Draft }
  t.strictSame(order.loan, {
    ...loan,
    agency_case_number: null,
    fha_case_number: null,
    loan_type: { code: 'CONV', name: 'Conventional' },
    add_ons: [
      { code: 'RENT', name: 'Comparable rent schedule' },
      { code: 'ADU', name: 'Accessory dwelling unit analysis' },
    ],
  })
  t.same(Object.values(order.flags), [true, true, true, true, true])
  t.equal(order.fees.appraisal_fee, '855.00', '610.00 and 150.00 and 95.00')
  t.equal(order.dates.due_date, sent['due_date'])
})

t.test('null is the same as left out, and unknown fields are dropped', async (t) => {
  const nulls = {
    loan_type_code: null,
    add_on_codes: null,
    rush: null,
    appraiser_instructions: null,
    lender_reference: null,
    parties: null,
    notes: null,
    documents: null,
    'loan.number': null,
    'loan.currency': null,
    'property.has_adu': null,
    'property.address.street': null,
  }
  const unknown = {
    card_number: '4111111111111111',
    'loan.card': '4111111111111111',
    id: 'ord_mine',
    status: 'cancelled',
  }
  const { id, ...order } = await api.create({ ...nulls, ...unknown })
  const plain = await api.create()
  t.notMatch(JSON.stringify(await api.read(id)), /4111|ord_mine|cancelled/)
  t.same({ ...order, id: '', order_number: '' }, { ...plain, id: '', order_number: '' })
})

t.test('texts come back code point for code point', async (t) => {
  for (const [index, text] of awkwardTexts.entries()) {
    const order = await api.create({
      lender_reference: text,
      appraiser_instructions: text,
      'loan.number': text,
      'loan.client': text,
      'property.address.street': text,
      'borrowers.0.first_name': text,
      'borrowers.0.last_name': text,
      'borrowers.0.contacts.0.value': text,
      notes: [{ type: 'order', text }],
    })
    const { lender_reference, appraiser_instructions, loan, property, borrowers, notes } = await api.read(order.id)
    const [borrower] = borrowers
    t.strictSame(
      [lender_reference, appraiser_instructions, loan['number'], loan['client'], property.address.street],
      Array.from({ length: 5 }, () => text),
      `text ${index}`,
    )
    t.strictSame(
      [borrower!.first_name, borrower!.last_name, borrower!.contacts[0]!.value, notes[0]!.text],
      [text, text, text, text],
    )
    const found = await api.ok<{ data: { id: string }[] }>('main', 'GET', '/orders', {
      query: { lender_reference: text },
    })
    t.same(
      found.data.map(({ id }) => id),
      [order.id],
      'and the list finds it by that text',
    )
  }
  const long = 'ä'.repeat(100_000)
  t.equal((await api.create({ appraiser_instructions: long })).appraiser_instructions, long, 'a long text as well')
})

t.test('city, state and county follow from the postal code', async (t) => {
  const address = async (sent: Draft) => (await api.create({ 'property.address': sent })).property.address
  const empty = { street: null, unit: null }
  t.same(await address({ postal_code: '10001' }), {
    ...empty,
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
    county: 'New York',
  })
  t.match(await address({ postal_code: '00901' }), { city: 'San Juan', state: 'PR' }, 'a territory')
  t.match(await address({ postal_code: '96799' }), { city: 'Pago Pago', state: 'AS' }, 'another territory')
  t.match(await address({ postal_code: '78701-1234' }), { city: 'Austin', postal_code: '78701-1234' }, 'nine digits')
  t.match(
    await address({ postal_code: '78701', city: 'Hyde Park', county: 'Sent' }),
    { city: 'Austin', county: 'Sent' },
    'the preferred place name wins',
  )
  for (const postal_code of ['00000', '99999', '7870', '787011', 'ABCDE', '78701-', ' 78701', 'SW1A 1AA', '７８７０１'])
    await allRefused(t, [
      [
        postal_code,
        { 'property.address.postal_code': postal_code },
        'semantic_validation_failed',
        ['property.address.postal_code'],
      ],
    ])
})

t.test('a missing or blank required field is refused by name', async (t) => {
  const fields = [
    'order_type_code',
    'due_date',
    'loan',
    'loan.purpose',
    'property',
    'property.address',
    'property.address.postal_code',
    'property.type',
    'property.occupancy',
    'borrowers',
    'borrowers.0.role',
    'borrowers.0.first_name',
    'borrowers.0.last_name',
    'borrowers.0.contacts.0.type',
    'borrowers.0.contacts.0.role',
    'borrowers.0.contacts.0.value',
  ]
  await allRefused(
    t,
    fields.map((field) => [`without ${field}`, { [field]: undefined }, 'validation_failed', [`${field}:required`]]),
  )
  const texts = [
    'order_type_code',
    'property.address.postal_code',
    'borrowers.0.first_name',
    'borrowers.0.last_name',
    'borrowers.0.contacts.0.value',
  ]
  for (const blank of ['', '   ', '\t\n', '\u00a0'])
    await allRefused(
      t,
      texts.map((field) => [`${field} blank`, { [field]: blank }, 'validation_failed', [`${field}:required`]]),
    )
  await allRefused(t, [
    [
      'nothing',
      { order_type_code: undefined, due_date: undefined, loan: undefined, property: undefined, borrowers: undefined },
      'validation_failed',
      ['order_type_code', 'due_date', 'loan', 'property', 'borrowers'].map((field) => `${field}:required`),
    ],
  ])
})

t.test('a value of the wrong type is refused by name', async (t) => {
  const wrong: Record<string, unknown[]> = {
    order_type_code: [1004, null, true, ['1004'], {}],
    add_on_codes: ['RENT', { 0: 'RENT' }, [7], [null]],
    due_date: [20261231, null, {}],
    rush: ['true', 1, 0, []],
    lender_reference: [7, {}, [], true],
    loan: [null, [], 'refinance', 7],
    'loan.purchase_price': [412500, 412500.5, {}],
    'loan.currency': [840],
    property: [null, [], 'x'],
    'property.has_adu': ['true', 1],
    'property.address': [null, '78701', []],
    'property.address.postal_code': [78701, null],
    borrowers: [null, {}, 'Sam'],
    'borrowers.0': [null, 'Sam', []],
    'borrowers.0.first_name': [7, null],
    'borrowers.0.receives_report': ['yes'],
    'borrowers.0.address': ['x', 7],
    'borrowers.0.contacts': ['x', {}],
    'borrowers.0.contacts.0': [null, 'x'],
    parties: ['x', []],
    'parties.real_estate_agent': ['x', []],
    notes: [{}, 'x', [null]],
    documents: [{}, 'x', [7]],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const at = JSON.stringify(value) === '[7]' || JSON.stringify(value) === '[null]' ? `${field}.0` : field
      await allRefused(t, [[`${field} ${JSON.stringify(value)}`, { [field]: value }, 'validation_failed', [at]]])
    }
  }
})

t.test('a value outside its enumeration, form or bounds is refused by name, with the value', async (t) => {
  const bad: Record<string, unknown[]> = {
    'loan.purpose': ['Purchase', 'sale', 'purchase '],
    'property.type': ['castle'],
    'property.occupancy': ['rented'],
    'borrowers.0.role': ['guarantor'],
    'borrowers.0.contacts.0.type': ['fax'],
    'borrowers.0.contacts.0.role': ['office'],
    due_date: ['2026-13-01', '2027-02-29', '12/31/2026', '2026-12-31T00:00:00Z', 'soon', ''],
    'loan.currency': ['usd', 'US', 'EUR', 'USDX', ''],
    'loan.purchase_price': [
      '412500',
      '412,500.00',
      '412500.0',
      '1e5',
      '.50',
      '412500.000',
      ' 1.00',
      '-5.00',
      '0.00',
      '-0.00',
    ],
  }
  for (const [field, values] of Object.entries(bad))
    for (const value of values) {
      const answer = await place(change(api.draft(), { [field]: value }))
      refused(t, answer, { status: 422, code: 'validation_failed' }, `${field} ${JSON.stringify(value)}`)
      t.equal(answer.body.details?.[0]?.field, field)
      if (value !== '') t.match(answer.body.details?.[0], { code: 'invalid_value', value })
    }
  const note = { notes: [{ type: 'appraisal', text: 'x' }] }
  await allRefused(t, [['note type appraisal', note, 'validation_failed', ['notes.0.type']]])
  const purpose = { parties: { additional_contacts: [{ purpose: 'both', name: 'x', email: 'x@example.com' }] } }
  await allRefused(t, [['contact purpose', purpose, 'validation_failed', ['parties.additional_contacts.0.purpose']]])
})

t.test('an email contact has no role cell, whoever it belongs to', async (t) => {
  const email = { type: 'email', role: 'cell', value: 'sam@example.com' }
  await allRefused(t, [
    ['borrower', { 'borrowers.0.contacts': [email] }, 'validation_failed', ['borrowers.0.contacts.0.role']],
    [
      'agent',
      { parties: { real_estate_agent: { first_name: 'Noor', contacts: [email] } } },
      'validation_failed',
      ['parties.real_estate_agent.contacts.0.role'],
    ],
  ])
})

t.test('one or two borrowers, and contacts on the borrower', async (t) => {
  const [sam] = api.draft()['borrowers'] as [Draft]
  const { contacts: _contacts, ...mute } = sam
  const co = { ...mute, role: 'co_borrower' }
  await allRefused(t, [
    ['none', { borrowers: [] }, 'validation_failed', ['borrowers:required']],
    ['three', { borrowers: [sam, co, co] }, 'validation_failed', ['borrowers']],
    ['no contacts', { borrowers: [mute] }, 'validation_failed', ['borrowers.0.contacts:required']],
    [
      'contacts null',
      { borrowers: [{ ...mute, contacts: null }] },
      'validation_failed',
      ['borrowers.0.contacts:required'],
    ],
    [
      'contacts empty',
      { borrowers: [{ ...mute, contacts: [] }] },
      'validation_failed',
      ['borrowers.0.contacts:required'],
    ],
    [
      'the co-borrower alone has some',
      { borrowers: [mute, { ...sam, role: 'co_borrower' }] },
      'validation_failed',
      ['borrowers.0.contacts:required'],
    ],
    ['the borrower comes second', { borrowers: [co, mute] }, 'validation_failed', ['borrowers.1.contacts:required']],
  ])
  t.equal((await api.create({ borrowers: [sam, co] })).borrowers.length, 2, 'a co-borrower needs none')
  const email = [{ type: 'email', role: 'work', value: 'sam@example.com' }]
  t.same(
    (await api.create({ borrowers: [{ ...sam, contacts: email }] })).borrowers[0]!.contacts,
    email,
    'an email satisfies',
  )
  t.ok(await api.create({ borrowers: [{ ...mute, role: 'co_borrower' }, sam] }), 'in either order')
})

t.test('each product asks for what it asks for', async (t) => {
  const semantic = (name: string, paths: Draft, ...fields: string[]): Refusal => [
    name,
    paths,
    'semantic_validation_failed',
    fields,
  ]
  await allRefused(t, [
    semantic('unknown product', { order_type_code: 'NOPE' }, 'order_type_code'),
    semantic('another company’s product', { order_type_code: '7' }, 'order_type_code'),
    semantic('withheld product', { order_type_code: 'PRIVATE-BANK' }, 'order_type_code'),
    semantic('inherited name', { order_type_code: 'constructor' }, 'order_type_code'),
    semantic('withdrawn product', { order_type_code: '2055' }, 'order_type_code'),
    semantic('loan type missing', { order_type_code: 'URAR-36' }, 'loan_type_code:required'),
    semantic('loan type empty', { order_type_code: 'URAR-36', loan_type_code: '' }, 'loan_type_code:required'),
    semantic('loan type unknown', { order_type_code: 'URAR-36', loan_type_code: 'VA' }, 'loan_type_code'),
    semantic('loan type on a product without', { loan_type_code: 'CONV' }, 'loan_type_code'),
    semantic('unknown add-on', { add_on_codes: ['RENT', 'NOPE'] }, 'add_on_codes.1'),
    semantic(
      'add-on of another product',
      { order_type_code: '1073', 'property.type': 'condominium', add_on_codes: ['RENT'] },
      'add_on_codes.0',
    ),
    semantic(
      'purpose not allowed',
      { order_type_code: 'REFI-DESK', 'loan.purpose': 'construction_only' },
      'loan.purpose',
    ),
    semantic('property type not allowed', { order_type_code: '1073' }, 'property.type'),
    semantic('purpose other', { 'loan.purpose': 'other' }, 'loan.purpose_other:required'),
    semantic(
      'purpose other, empty',
      { 'loan.purpose': 'other', 'loan.purpose_other': '' },
      'loan.purpose_other:required',
    ),
    semantic('FHA required', { order_type_code: '1004-FHA' }, 'loan.fha_case_number:required'),
    semantic('USDA', { order_type_code: '1004-USDA' }, 'loan.fha_case_number:required'),
    semantic('purchase', { 'loan.purpose': 'purchase' }, 'loan.purchase_price:required'),
    semantic('ADU add-on alone', { add_on_codes: ['ADU'] }, 'property.has_adu:required'),
    semantic('ADU add-on, has_adu false', { add_on_codes: ['ADU'], 'property.has_adu': false }, 'property.has_adu'),
    semantic(
      'two faults at once',
      { 'loan.purpose': 'purchase', add_on_codes: ['NOPE'] },
      'loan.purchase_price:required',
      'add_on_codes.0',
    ),
  ])
  const number = { 'loan.fha_case_number': '123-4567890' }
  const fha = async (order_type_code: string, more: Draft = number) =>
    (await api.create({ order_type_code, ...more })).loan['fha_case_number']
  t.equal(await fha('1004-FHA'), '123-4567890')
  t.equal(await fha('1004-USDA'), '123-4567890')
  t.equal(await fha('1004-FHA-OPT'), '123-4567890')
  t.equal(await fha('1004-FHA-OPT', {}), null)
  t.equal(await fha('1004'), null, 'not used where there is no certification')
  t.match((await api.create({ 'loan.purpose': 'other', 'loan.purpose_other': 'bridge' })).loan, {
    purpose_other: 'bridge',
  })
  t.match((await api.create({ 'loan.purpose': 'purchase', 'loan.purchase_price': '1.00' })).loan, {
    purchase_price: '1.00',
  })
  t.ok(await api.create({ order_type_code: 'REFI-DESK', 'loan.purpose': 'mortgage_modification' }))
  t.ok(await api.create({ order_type_code: '1073', 'property.type': 'cooperative' }))
  t.match((await api.create({ add_on_codes: ['ADU'], 'property.has_adu': true })).loan.add_ons, [{ code: 'ADU' }])
})

t.test('structure is judged before the product', async (t) => {
  const [sam] = api.draft()['borrowers'] as [Draft]
  await allRefused(t, [
    [
      'both',
      { borrowers: [{ ...sam, contacts: [] }], add_on_codes: ['NOPE'] },
      'validation_failed',
      ['borrowers.0.contacts:required'],
    ],
  ])
})

t.test('the fee is the product’s and the add-ons’, or null when one of them is quoted', async (t) => {
  const fee = async (paths: Draft) => (await api.create(paths)).fees
  t.same(await fee({}), { appraisal_fee: '525.00', currency: 'USD' })
  t.same(await fee({ add_on_codes: [] }), { appraisal_fee: '525.00', currency: 'USD' })
  t.same(await fee({ add_on_codes: ['RENT', 'INCOME'] }), { appraisal_fee: '800.50', currency: 'USD' })
  t.same(
    await fee({ add_on_codes: ['INCOME', 'INCOME'] }),
    { appraisal_fee: '650.50', currency: 'USD' },
    'one code counts once',
  )
  t.same(await fee({ add_on_codes: ['RENT', 'SURVEY'] }), { appraisal_fee: null, currency: 'USD' })
  t.same(await fee({ order_type_code: 'COMPLEX' }), { appraisal_fee: null, currency: 'USD' })
  const { id, loan } = await api.create({ add_on_codes: ['SURVEY', 'RENT', 'SURVEY', 'INCOME'] })
  t.same(
    loan.add_ons.map(({ code }) => code),
    ['SURVEY', 'RENT', 'INCOME'],
    'add-ons stand as sent',
  )
  t.match(await api.events({ order_id: id }), [{ type: 'order.created' }])
})

t.test('an unusual product, loan type or property waits for the company’s review', async (t) => {
  const status = async (paths: Draft) => (await api.create(paths)).status
  t.match(await status({ order_type_code: 'LAND', 'property.type': 'vacant_land' }), {
    code: 'pending_review',
    label: 'Pending Review',
  })
  t.match(await status({ order_type_code: 'URAR-36', loan_type_code: 'JUMBO' }), { code: 'pending_review' })
  for (const type of ['church', 'commercial_non_residential', 'farm'])
    t.match(await status({ 'property.type': type }), { code: 'pending_review' })
  t.match(await status({ order_type_code: 'URAR-36', loan_type_code: 'CONV' }), { code: 'new' })
})

t.test('a due date is past by the calendar of the property', async (t) => {
  const local = (timeZone: string, days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone }).format(api.now() + days * 86_400_000)
  for (const [postal, zone] of [
    ['10001', 'America/New_York'],
    ['96799', 'Pacific/Pago_Pago'],
    ['96910', 'Pacific/Guam'],
  ] as const) {
    const at = (due_date: string) => ({ due_date, 'property.address.postal_code': postal })
    t.equal((await api.create(at(local(zone, 0)))).dates.due_date, local(zone, 0), `today at ${postal}`)
    await allRefused(t, [[`yesterday at ${postal}`, at(local(zone, -1)), 'semantic_validation_failed', ['due_date']]])
  }
  await allRefused(t, [['long ago', { due_date: '1999-12-31' }, 'semantic_validation_failed', ['due_date']]])
  t.equal((await api.create({ due_date: '2999-12-31' })).dates.due_date, '2999-12-31')
})

t.test('an account that pays by card is refused before its order is judged', async (t) => {
  const card: Expected = { status: 403, code: 'account_not_billable' }
  const before = await api.snapshot(undefined, 'card_billed')
  refused(t, await place(api.draft(), 'card_billed'), card)
  refused(t, await place({}, 'card_billed'), card, 'an unusable order')
  refused(
    t,
    await place(change(api.draft(), { order_type_code: 'NOPE' }), 'card_billed', { 'idempotency-key': 'k' }),
    card,
  )
  t.same(await api.snapshot(undefined, 'card_billed'), before)
})

t.test('a body that cannot be read is 400, one of another type 415, and nothing is made', async (t) => {
  const before = await api.snapshot()
  const json = { 'content-type': 'application/json' }
  const good = JSON.stringify(api.draft())
  const unreadable: (string | Buffer)[] = [
    '',
    ' ',
    '{',
    good.slice(0, -1),
    `${good}}`,
    `[${good}]`,
    'null',
    'true',
    '7',
    '"x"',
    '{a:1}',
    "{'a':1}",
    '\u0000',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from(good, 'utf16le'),
  ]
  for (const body of unreadable)
    refused(
      t,
      await place(body, 'main', json),
      { status: 400, code: 'invalid_request' },
      JSON.stringify(body.toString().slice(0, 20)),
    )
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'application/vnd.api+json',
    'text/json',
    'json',
    '',
  ])
    refused(
      t,
      await place(good, 'main', type === '' ? {} : { 'content-type': type }),
      { status: 415, code: 'unsupported_media_type' },
      type,
    )
  refused(t, await place(good, 'main', { ...json, 'content-encoding': 'gzip' }), {
    status: 415,
    code: 'unsupported_media_type',
  })
  t.same(await api.snapshot(), before)
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;foo=bar'])
    t.equal((await place(good, 'main', { 'content-type': type })).status, 201, type)
  t.equal((await place(`\ufeff${good}`.slice(1), 'main', json)).status, 201)
})

t.test('small files ride along and stand on the order from the start', async (t) => {
  const file = {
    filename: 'наш/contract ü.pdf',
    content: pdf(100).toString('base64'),
    content_type: 'application/pdf',
    purpose: 'sales_contract',
  }
  const order = await api.create({ documents: [file, { filename: 'p.png', content: png.toString('base64') }] })
  t.match(
    order.documents
      .map(({ filename, kind, content_type, size_bytes }) => ({ filename, kind, content_type, size_bytes }))
      .toSorted((a, b) => a.size_bytes - b.size_bytes),
    [
      { filename: 'p.png', kind: 'supporting', content_type: 'image/png', size_bytes: png.length },
      { filename: 'contract ü.pdf', kind: 'supporting', content_type: 'application/pdf', size_bytes: 100 },
    ],
  )
  t.same((await api.read(order.id)).documents, order.documents)
  t.same(
    (await api.events({ order_id: order.id })).map(({ type }) => type),
    ['order.created'],
    'and raise nothing of their own',
  )
  const before = await api.snapshot()
  const withFile = (more: Draft) => place(change(api.draft(), { documents: [{ ...file, ...more }] }))
  const large = Buffer.alloc(26_214_401, 0x20)
  pdf().copy(large)
  refused(t, await withFile({ content: large.toString('base64') }), { status: 413, code: 'payload_too_large' })
  refused(
    t,
    await withFile({
      filename: 'x.exe',
      content: Buffer.from('MZ\u0090\u0000').toString('base64'),
      content_type: null,
    }),
    { status: 415, code: 'unsupported_media_type' },
  )
  refused(t, await withFile({ content: 'not base64!' }), {
    status: 422,
    code: 'validation_failed',
    fields: ['documents.0.content'],
  })
  refused(t, await withFile({ content: '' }), {
    status: 422,
    code: 'validation_failed',
    fields: ['documents.0.content'],
  })
  refused(t, await withFile({ purpose: 'report' }), {
    status: 422,
    code: 'validation_failed',
    fields: ['documents.0.purpose'],
  })
  refused(t, await withFile({ filename: undefined }), {
    status: 422,
    code: 'validation_failed',
    fields: ['documents.0.filename:required'],
  })
  t.same(await api.snapshot(), before)
})

t.test('another company has its own numbers, labels and catalog', async (t) => {
  const order = await api.ok<Order>('other_company', 'POST', '/orders', {
    body: minimalOf('other_company', api.now()),
    status: 201,
  })
  t.match(order, { status: { code: 'new', label: 'Received' }, fees: { appraisal_fee: '495.00' } })
  const numbers = [order, await api.create({}, 'other_company'), await api.create({}, 'other_company')].map(
    ({ order_number }) => order_number,
  )
  t.equal(new Set(numbers).size, 3)
})
