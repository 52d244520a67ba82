// Permitted readings of placing orders: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import { isoDate, pdf } from '../simulator/samples.ts'
import type { Draft } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import type { Order } from '../simulator/wire-types.ts'
import { outcome, shown, type Cases } from './shown.ts'
import { alone, contact, person } from './order-parts.ts'

const place =
  (paths: Draft, headers: Record<string, string> = {}) =>
  async (api: Api) =>
    outcome(await api.call('main', 'POST', '/orders', { body: api.draft(paths), headers }))

const placed =
  <T>(paths: Draft, look: (order: Order) => T) =>
  async (api: Api) =>
    look(await api.create(paths))

/** Parties in a create, and in an amendment. */
const sentTwice = (parties: Draft) => async (api: Api) => {
  const { id } = await api.create()
  return [
    await place({ parties })(api),
    outcome(await api.call('main', 'PATCH', `/orders/${id}`, { body: { parties } })),
  ]
}

/** The next Saturday that is at least ten days off. */
const saturday = (now: number): string =>
  [10, 11, 12, 13, 14, 15, 16].map((days) => isoDate(now, days)).find((date) => new Date(date).getUTCDay() === 6)!

const restDay = async (api: Api) => place({ due_date: saturday(api.now()) })(api)
const pastDay = async (api: Api) => place({ due_date: isoDate(api.now(), -5) })(api)

const purchase = (purchase_price: string) => ({ 'loan.purpose': 'purchase', 'loan.purchase_price': purchase_price })
const file = pdf().toString('base64')
const inline = (element: Draft) => async (api: Api) =>
  outcome(await api.call('main', 'POST', '/orders', { body: api.draft({ documents: [element] }) }))
const rode = async (api: Api) => {
  const { id, documents } = await api.create({ documents: [{ filename: 'plat.pdf', content: file }] })
  return [documents.length, (await api.read(id)).documents.length]
}
const untyped = (type: string) => async (api: Api) => {
  const body = Buffer.from(JSON.stringify(api.draft()))
  return outcome(await api.call('main', 'POST', '/orders', { body, headers: { 'content-type': type } }))
}
const cardBilled = (paths: Draft, body?: string) => async (api: Api) =>
  outcome(
    await api.call('card_billed', 'POST', '/orders', {
      body: body ?? api.draft(paths),
      headers: { 'content-type': 'application/json' },
    }),
  )
const city = ({ property: { address } }: Order) => [address.city, address.state, address.county, address.postal_code]

const creating: Cases = {
  'create.missing-required-status=status-400': [place({ due_date: undefined }), '400 invalid_request'],
  'create.wrong-type-status=status-400': [place({ due_date: 7 }), '400 invalid_request'],
  'create.unknown-enum-status=semantic-422': [place({ 'loan.purpose': 'fun' }), '422 semantic_validation_failed'],
  'create.unknown-enum-status=status-400': [place({ 'loan.purpose': 'fun' }), '400 invalid_request'],
  'create.enumeration-case=accepted': [
    async (api) => {
      const body = api.draft({ 'property.occupancy': 'SECOND_HOME' })
      const answer = await api.call<Order>('main', 'POST', '/orders', { body })
      return answer.status === 201 ? answer.body.property.occupancy : answer.status
    },
    'second_home',
  ],
  'create.malformed-date-status=semantic-422': [place({ due_date: 'soon' }), '422 semantic_validation_failed'],
  'create.malformed-date-status=status-400': [place({ due_date: 'soon' }), '400 invalid_request'],
  'create.past-due-date-code=validation-failed': [pastDay, '422 validation_failed'],
  'create.due-date-on-rest-days=status-422': [restDay, '422 semantic_validation_failed'],
  'create.borrower-count-status=semantic-422': [place({ borrowers: [] }), '422 semantic_validation_failed'],
  'create.borrower-count-status=status-400': [
    place({ borrowers: [1, 2, 3].map(() => person('borrower', contact)) }),
    '400 invalid_request',
  ],
  'create.contacts-position=by-position': [
    place({ borrowers: [person('co_borrower'), person('borrower', contact)] }),
    '422 validation_failed',
  ],
  'create.contacts-position=both': [
    place({ borrowers: [person('co_borrower'), person('borrower', contact)] }),
    '422 validation_failed',
  ],
  'create.borrower-roles=status-422': [place({ borrowers: [person('co_borrower', contact)] }), '422 validation_failed'],
  'create.borrower-roles=status-400': [place({ borrowers: [person('co_borrower', contact)] }), '400 invalid_request'],
  'create.email-on-cell=semantic-422': [
    place({ borrowers: [person('borrower', { type: 'email', role: 'cell', value: 'a@example.com' })] }),
    '422 semantic_validation_failed',
  ],
  'create.phone-without-country-code=status-400': [
    place({ borrowers: [person('borrower', { ...contact, value: '512 555 0100' })] }),
    '400 invalid_request',
  ],
  'create.email-form=status-422': [
    place({ borrowers: [person('borrower', { type: 'email', role: 'home', value: 'nowhere' })] }),
    '422 validation_failed',
  ],
  'create.parts-left-out=status-422': [
    sentTwice({ additional_contacts: [{ purpose: 'report', name: 'Closing Desk' }] }),
    ['422 validation_failed', '422 validation_failed'],
  ],
  'create.parts-left-out=status-400': [
    sentTwice({ real_estate_agent: { last_name: 'Sample' } }),
    ['400 invalid_request', '400 invalid_request'],
  ],
  'create.money-form=semantic-422': [place(purchase('450,000.0')), '422 semantic_validation_failed'],
  'create.money-form=status-400': [place(purchase('450000')), '400 invalid_request'],
  'create.money-form=normalised': [
    async (api) => {
      const { status, body } = await api.call<Order>('main', 'POST', '/orders', {
        body: api.draft(purchase('450,000.0')),
      })
      return status === 201 ? body.loan['purchase_price'] : status
    },
    '450000.00',
  ],
  'create.money-sign=accepted': [place(purchase('0.00')), '201'],
  'create.currency-value=three-letters': [place({ 'loan.currency': 'CAD' }), '201'],
  'create.unused-conditional-fields=dropped': [
    placed({ 'loan.purpose_other': 'bridge' }, ({ loan }) => loan['purpose_other']),
    null,
  ],
  'create.unused-conditional-fields=status-422': [
    place({ 'loan.purchase_price': '9.00' }),
    '422 semantic_validation_failed',
  ],
  'create.fha-number-on-none=stored': [
    placed({ 'loan.fha_case_number': '123-4567890' }, ({ loan }) => loan['fha_case_number']),
    '123-4567890',
  ],
  'create.fha-number-on-none=status-422': [
    place({ 'loan.fha_case_number': '123-4567890' }),
    '422 semantic_validation_failed',
  ],
  'create.duplicate-add-ons=twice': [placed({ add_on_codes: ['RENT', 'RENT'] }, ({ loan }) => loan.add_ons.length), 2],
  'create.duplicate-add-ons=status-422': [place({ add_on_codes: ['RENT', 'RENT'] }), '422 semantic_validation_failed'],
  'create.city-differs=as-sent': [
    placed({ 'property.address.city': 'Waterloo' }, city),
    ['Waterloo', 'TX', 'Travis', '78701'],
  ],
  'create.city-differs=status-422': [place({ 'property.address.city': 'Waterloo' }), '422 semantic_validation_failed'],
  'create.state-or-county-differs=replaced': [
    placed({ 'property.address.state': 'OK' }, city),
    ['Austin', 'TX', 'Travis', '78701'],
  ],
  'create.state-or-county-differs=status-422': [
    place({ 'property.address.county': 'Tulsa' }),
    '422 semantic_validation_failed',
  ],
  'create.postal-code-form=five-digits': [
    placed({ 'property.address.postal_code': '78701-1234' }, city),
    ['Austin', 'TX', 'Travis', '78701'],
  ],
  'create.postal-code-form=status-422': [
    place({ 'property.address.postal_code': '78701-1234' }),
    '422 semantic_validation_failed',
  ],
  'create.unresolvable-postal-code-code=validation-failed': [
    place({ 'property.address.postal_code': '00000' }),
    '422 validation_failed',
  ],
  'create.inactive-product-refusal=validation-failed': [place({ order_type_code: '2055' }), '422 validation_failed'],
  'create.restriction-code=validation-failed': [place({ order_type_code: '1073' }), '422 validation_failed'],
  'create.two-notes-of-one-type=status-422': [
    place({ notes: [1, 2].map((text) => ({ type: 'order', text: String(text) })) }),
    '422 validation_failed',
  ],
  'create.two-notes-of-one-type=last-wins': [
    placed({ notes: [1, 2].map((text) => ({ type: 'order', text: String(text) })) }, ({ notes }) => notes),
    [{ type: 'order', text: '2' }],
  ],
  'create.inline-documents=upload-like': [inline({ kind: 'supporting', file }), '201'],
  'create.inline-documents=own-shape': [inline({ file_name: 'plat.pdf', base64: file }), '201'],
  'create.documents-with-inline=empty-at-first': [rode, [0, 1]],
  'create.inline-document-refusals=status-422': [
    inline({ filename: 'run.exe', content: Buffer.from('MZ\0\0').toString('base64') }),
    '422 validation_failed',
  ],
  'create.missing-idempotency-key=status-400': [place({}), '400 invalid_request'],
  'create.missing-idempotency-key=status-422': [place({}), '422 validation_failed'],
  'create.review-first=never': [
    placed({ order_type_code: 'LAND', 'property.type': 'vacant_land' }, ({ status }) => status.code),
    'new',
  ],
  'create.review-first=always': [placed({}, ({ status }) => status.code), 'pending_review'],
  'create.fee-quoted-first=never': [placed({ order_type_code: 'COMPLEX' }, ({ fees }) => fees.appraisal_fee), '800.00'],
  'create.fee-quoted-first=always': [placed({}, ({ fees }) => fees.appraisal_fee), null],
  'create.location-form=path-only': [
    async (api) => {
      const { headers } = await api.call('main', 'POST', '/orders', { body: api.draft() })
      return headers['location']!.replace(/ord_\w+$/, '')
    },
    '/sandbox/v1/orders/',
  ],
  'create.billing-precedence=status-422': [cardBilled({ order_type_code: 'none' }), '422 semantic_validation_failed'],
  'create.billing-precedence=status-400': [cardBilled({}, '{'), '400 invalid_request'],
  'create.content-type-missing=status-400': [untyped(''), '400 invalid_request'],
  'create.content-type-missing=read-as-json': [untyped(''), '201'],
  'create.json-suffix-types=accepted': [untyped('application/vnd.order+json'), '201'],
  'create.has-adu-false-code=validation-failed': [
    place({ add_on_codes: ['ADU'], 'property.has_adu': false }),
    '422 validation_failed',
  ],
  'create.street-standardised=postal-form': [
    placed({ 'property.address.street': '12 Sample Street' }, ({ property }) => property.address.street),
    '12 SAMPLE STREET',
  ],
  'create.county-when-several=any-of-them': [
    placed({ 'property.address.postal_code': '78613' }, city),
    ['Cedar Park', 'TX', 'Travis', '78613'],
  ],
  'create.county-when-several=null-value': [
    placed({ 'property.address.postal_code': '78613' }, city),
    ['Cedar Park', 'TX', null, '78613'],
  ],
}

await shown(t, creating, alone)
