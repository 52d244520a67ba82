// Every reason for which no order is placed, and that nothing is made then (Endpoints / POST /orders).
import t from 'tap'
import type { Test } from 'tap'
import type { Draft } from './samples.ts'
import { change } from './samples.ts'
import { refused } from './refusal.ts'
import type { Expected } from './refusal.ts'
import { start, unlimited } from './support.ts'

const api = await start(t, unlimited)
const place = (body: unknown, role: Parameters<typeof api.call>[0] = 'main', headers: Record<string, string> = {}) =>
  api.call(role, 'POST', '/orders', { body, headers })

type Refusal = [name: string, paths: Draft, code: string, fields: string[]]

/** Each refused, with the details named, no order made and no event raised. */
const allRefused = async (t: Test, cases: Refusal[]) => {
  const base = api.draft()
  const before = await api.snapshot()
  for (const [name, paths, code, fields] of cases)
    refused(t, await place(change(base, paths)), { status: 422, code, fields }, name)
  t.same(await api.snapshot(), before, 'nothing was made')
}

t.test('a postal code that cannot be resolved is refused', async (t) => {
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
      { order_type_code: '1073', 'property.type': 'condominium', add_on_codes: ['INCOME'] },
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
