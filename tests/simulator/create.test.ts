// Placing an order: the order that comes back, and what is made of what was sent (Endpoints / POST /orders).
import t from 'tap'
import { loadFixture } from '../fixture-files.ts'
import type { Draft } from './samples.ts'
import { awkwardTexts, change, complete, isoDate, minimalOf, pdf, png } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Order } from './wire-types.ts'

const api = await start(t, unlimited)
const place = (body: unknown, role: Parameters<typeof api.call>[0] = 'main', headers: Record<string, string> = {}) =>
  api.call(role, 'POST', '/orders', { body, headers })

const { schemas } = loadFixture<{ components: { schemas: Record<string, { properties: object }> } }>(
  'openapi.yaml',
).components

/** A field that nobody sent is there, and null. */
const unset = (component: string) =>
  Object.fromEntries(Object.keys(schemas[component]!.properties).map((name) => [name, null]))

const timestamp = () => new Date(api.now()).toISOString()

t.test('the least that can be sent makes an order with every field there', async (t) => {
  const answer = await api.call<Order>('main', 'POST', '/orders', { body: api.draft() })
  t.equal(answer.status, 201)
  const order = answer.body
  const { id, order_number } = order
  t.match(id, /^ord_[0-9A-Za-z]{26}$/)
  t.match(order_number, /^\d+-\d+$/)
  const changed_at = timestamp()
  t.strictSame(order, {
    ...unset('Order'),
    id,
    order_number,
    status: { code: 'new', label: 'New Order', changed_at },
    order_type: {
      code: '1004',
      name: 'Single family appraisal (URAR)',
      report_format: 'uad_2_6',
      appraiser_certification: 'none',
    },
    loan: { ...unset('Loan'), purpose: 'refinance', currency: 'USD', add_ons: [] },
    property: {
      address: { ...unset('PropertyAddress'), city: 'Austin', state: 'TX', postal_code: '78701', county: 'Travis' },
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
    dates: {
      ...unset('Dates'),
      created_at: changed_at,
      updated_at: changed_at,
      due_date: isoDate(api.now(), 20),
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
