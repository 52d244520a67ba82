// Permitted readings of placing, listing and amending orders: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import { isoDate, pdf } from '../simulator/samples.ts'
import type { Draft } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import type { Item, List, Order } from '../simulator/wire-types.ts'
import { withWireClock } from '../wire-clock.ts'
import { outcome, shown, type Cases } from './shown.ts'

const place =
  (paths: Draft, headers: Record<string, string> = {}) =>
  async (api: Api) =>
    outcome(await api.call('main', 'POST', '/orders', { body: api.draft(paths), headers }))

const placed =
  <T>(paths: Draft, look: (order: Order) => T) =>
  async (api: Api) =>
    look(await api.create(paths))

const contact = { type: 'phone', role: 'cell', value: '+1 512 555 0100' }
const person = (role: string, ...contacts: object[]) => ({ role, first_name: 'Sam', last_name: 'Sample', contacts })

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
  'create.email-on-cell=accepted': [
    place({ borrowers: [person('borrower', { type: 'email', role: 'cell', value: 'a@example.com' })] }),
    '201',
  ],
  'create.phone-without-country-code=status-400': [
    place({ borrowers: [person('borrower', { ...contact, value: '512 555 0100' })] }),
    '400 invalid_request',
  ],
  'create.email-form=status-422': [
    place({ borrowers: [person('borrower', { type: 'email', role: 'home', value: 'nowhere' })] }),
    '422 validation_failed',
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
  'create.two-notes-of-one-type=last-wins': [
    placed(
      {
        notes: [
          { type: 'order', text: 'one' },
          { type: 'order', text: 'two' },
        ],
      },
      ({ notes }) => notes.map(({ text }) => text),
    ),
    ['two'],
  ],
  'create.two-notes-of-one-type=status-422': [
    place({ notes: [1, 2].map((text) => ({ type: 'order', text: String(text) })) }),
    '422 validation_failed',
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

/** A filter that no order passes. */
const nobody = { lender_reference: 'of nobody' }
const list = (query: Record<string, string>) => async (api: Api) => {
  const answer = await api.call<List<Item>>('main', 'GET', '/orders', { query: { ...nobody, ...query } })
  if (answer.status !== 200) return outcome(answer)
  const { page, per_page, total_pages } = answer.body
  return [page, per_page, total_pages]
}
let references = 0
const found = (query: (reference: string) => Record<string, string>) => async (api: Api) => {
  const lender_reference = `Ref-${(references += 1)}`
  const { id } = await api.create({ lender_reference })
  const asked = { per_page: '100', ...query(lender_reference) }
  const answer = await api.call<List<Item>>('main', 'GET', '/orders', { query: asked })
  return answer.status === 200 ? answer.body.data.some((item) => item.id === id) : outcome(answer)
}
/** In which order those come that share their instant. */
const ties = async (api: Api) => {
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await api.create()).id)
  const { data } = await api.ok<List<Item>>('main', 'GET', '/orders')
  return data.map(({ id }) => ids.indexOf(id)).filter((at) => at >= 0)
}
const thread = async (api: Api) => {
  const { id } = await api.create()
  for (const body of ['one', 'two'])
    await api.ok('main', 'POST', `/orders/${id}/messages`, { body: { recipient: 'manager', body }, status: 201 })
  const { data } = await api.ok<List<{ body: string }>>('main', 'GET', `/orders/${id}/messages`)
  return data.map(({ body }) => body)
}
const isoAt = (api: Api, form: (iso: string) => string) => form(new Date(api.now() - 60_000).toISOString().slice(0, 19))

const listing: Cases = {
  'list.new-order-visibility=shortly-after': [
    async (api) =>
      withWireClock(async (pass) => {
        const { id } = await api.create()
        await api.read(id)
        const look = async () =>
          (await api.ok<List<Item>>('main', 'GET', '/orders')).data.some((item) => item.id === id)
        const at = await look()
        pass(60_000)
        return [at, await look()]
      }),
    [false, true],
  ],
  'list.tie-break=ascending': [ties, [0, 1, 2]],
  'list.messages-tie-break=unspecified': [thread, ['two', 'one']],
  'list.page-out-of-range=status-400': [list({ page: '0' }), '400 invalid_request'],
  'list.page-out-of-range=clamped': [list({ page: '-3' }), [1, 25, 0]],
  'list.per-page-out-of-range=status-400': [list({ per_page: '0' }), '400 invalid_request'],
  'list.per-page-out-of-range=clamped': [list({ per_page: '101' }), [1, 100, 0]],
  'list.paging-not-a-number=status-422': [list({ page: 'two' }), '422 validation_failed'],
  'list.paging-not-a-number=default-used': [list({ per_page: 'two' }), [1, 25, 0]],
  'list.page-past-end-number=last-page': [list({ page: '9' }), [1, 25, 0]],
  'list.total-pages-when-empty=one': [list({}), [1, 25, 1]],
  'list.unknown-status-filter=status-400': [list({ status: 'lost' }), '400 invalid_request'],
  'list.unknown-status-filter=matches-nothing': [found(() => ({ status: 'lost,new' })), true],
  'list.status-list-spaces=part-of-code': [found(() => ({ status: 'cancelled, new' })), '422 validation_failed'],
  'list.bad-updated-since=status-400': [list({ updated_since: 'yesterday' }), '400 invalid_request'],
  'list.updated-since-forms=utc-only': [
    (api) => list({ updated_since: isoAt(api, (iso) => `${iso}+02:00`) })(api),
    '422 validation_failed',
  ],
  'list.updated-since-forms=lenient': [(api) => found(() => ({ updated_since: isoAt(api, (iso) => iso) }))(api), true],
  'list.text-filter-case=case-insensitive': [
    found((reference) => ({ lender_reference: reference.toUpperCase() })),
    true,
  ],
}

const amend =
  (body: unknown, status = 'new') =>
  async (api: Api) => {
    const { id } = await api.reach(status)
    return outcome(await api.call('main', 'PATCH', `/orders/${id}`, { body }))
  }
const amended =
  <T>(body: (api: Api) => unknown, look: (order: Order, before: Order) => T, paths: Draft = {}) =>
  async (api: Api) => {
    const before = await api.create({ lender_reference: 'old', 'loan.number': 'L-1', ...paths })
    await api.simulator.advance(5)
    await api.call('main', 'PATCH', `/orders/${before.id}`, { body: body(api) })
    return look(await api.read(before.id), before)
  }
const number = { loan: { number: 'L-2' } }
const loanNumber = ({ loan }: Order) => loan['number']
const reference = ({ lender_reference }: Order) => lender_reference
const answerOf = (look: (status: number, body: object | undefined) => unknown) => async (api: Api) => {
  const { id } = await api.create()
  const { status, body } = await api.call<Order>('main', 'PATCH', `/orders/${id}`, { body: { lender_reference: 'x' } })
  return look(status, body)
}
const email = { type: 'email', role: 'home', value: 'sam@example.com' }
const values = ({ borrowers: [first] }: Order) => first!.contacts.map(({ value }) => value)
const agent = { real_estate_agent: { first_name: 'Noor', last_name: null, contacts: [] } }
const status = { purpose: 'status', name: null, email: 'a@example.com' }
const notes = (order: Order) => order.notes.map(({ text }) => text)
const noted = {
  paths: { notes: [{ type: 'order', text: 'one' }] },
  sent: () => ({ notes: [{ type: 'order', text: 'two' }] }),
}
const later = (api: Api) => ({ due_date: isoDate(api.now(), 60) })
const isMoved = ({ dates }: Order, before: Order) => dates.due_date !== before.dates.due_date
const asked = (done: (api: Api, id: string) => Promise<unknown>) => async (api: Api) => {
  const before = await api.create()
  await api.ok('main', 'PATCH', `/orders/${before.id}`, { body: later(api) })
  await done(api, before.id)
  const changed = await api.events({ order_id: before.id, type: 'order.due_date_changed' })
  return [isMoved(await api.read(before.id), before), changed.length]
}
const mistyped = amend({ lender_reference: 7 })
const property = { property: { occupancy: 'vacant' } }

const amending: Cases = {
  'amend.closed-statuses=cancelled-and-delivered': [
    amend(number, 'report_complete'),
    '409 action_not_allowed_in_status',
  ],
  'amend.closed-statuses=cancelled-delivered-and-revising': [
    amend({ lender_reference: 'x' }, 'revision_requested'),
    '409 action_not_allowed_in_status',
  ],
  'amend.closed-statuses=cancelled-only': [amend({ lender_reference: 'x' }, 'report_complete'), '200'],
  'amend.closed-statuses=cancelled-only-but-loan-number': [amend({ lender_reference: 'x' }, 'report_complete'), '200'],
  'amend.closed-refusal-code=another-code': [amend({ lender_reference: 'x' }, 'cancelled'), '409 order_closed'],
  'amend.field-names=flat': [amended(() => ({ loan_number: 'L-2', loan: { client: 'x' } }), loanNumber), 'L-2'],
  'amend.field-names=own-names': [
    async (api) => [
      await amend({ lender_reference: 'x' })(api),
      await amended(() => ({ lender_loan_number: 'L-3' }), loanNumber)(api),
    ],
    ['422 validation_failed', 'L-3'],
  ],
  'amend.response=status-200-short': [
    answerOf((code, body) => [code, Object.keys(body ?? {})]),
    [200, ['id', 'order_number', 'status']],
  ],
  'amend.response=status-202-order': [answerOf((code, body) => [code, 'loan' in (body ?? {})]), [202, true]],
  'amend.response=status-204': [answerOf((code, body) => [code, body]), [204, undefined]],
  'amend.null-clears=ignored': [amended(() => ({ lender_reference: null }), reference), 'old'],
  'amend.null-clears=status-422': [amend({ loan: { number: null } }), '422 validation_failed'],
  'amend.null-clears=status-400': [amend({ parties: { real_estate_agent: null } }), '400 invalid_request'],
  'amend.fixed-fields=status-400': [amend(property), '400 invalid_request'],
  'amend.fixed-fields=ignored': [amended(() => ({ ...property, lender_reference: 'new' }), reference), 'new'],
  'amend.fixed-fields=status-409': [amend(property), '409 field_not_amendable'],
  'amend.fixed-fields-unchanged=refused': [
    amend({ property: { occupancy: 'primary_residence' } }),
    '422 semantic_validation_failed',
  ],
  'amend.empty-body=status-422': [amend({}), '422 validation_failed'],
  'amend.empty-body=status-400': [amend({}), '400 invalid_request'],
  'amend.no-op-updated-at=moves': [
    amended(
      () => ({ lender_reference: 'old' }),
      ({ dates }, before) => dates.updated_at > before.dates.updated_at,
    ),
    true,
  ],
  'amend.contacts-merge=join': [
    amended(() => ({ borrowers: [{ contacts: [email] }] }), values),
    ['+1 512 555 0100', 'sam@example.com'],
  ],
  'amend.contacts-address=by-role': [
    amended(
      () => ({ borrowers: [{ role: 'co_borrower', contacts: [email] }] }),
      ({ borrowers }) => borrowers.map(({ contacts }) => contacts.length),
      { borrowers: [person('borrower', contact), person('co_borrower')] },
    ),
    [1, 1],
  ],
  'amend.parties-merge=whole-object': [
    amended(
      () => ({ parties: { additional_contacts: [status] } }),
      ({ parties }) => parties.real_estate_agent,
      { parties: agent },
    ),
    null,
  ],
  'amend.note-joining=blank-line': [amended(noted.sent, notes, noted.paths), ['one\n\ntwo']],
  'amend.note-joining=space': [amended(noted.sent, notes, noted.paths), ['one two']],
  'amend.note-joining=dated-line': [
    amended(noted.sent, (order) => notes(order)[0]!.replace(/\d{4}-\d\d-\d\d/, 'DATE'), noted.paths),
    'one\nDATE, lender:\ntwo',
  ],
  'amend.due-date-outcome=at-once': [asked(async () => undefined), [true, 1]],
  'amend.due-date-in-sandbox=accepted-by-itself': [asked((api) => api.simulator.advance(10)), [true, 1]],
  'amend.due-date-in-sandbox=declined-by-itself': [
    async (api) => {
      const { id } = await api.create()
      await api.ok('main', 'PATCH', `/orders/${id}`, { body: later(api) })
      const fired = await api.simulator.advance(10)
      return fired.map(({ what }) => what)
    },
    ['the due date is answered'],
  ],
  'amend.due-date-declined-event=event-with-same-date': [
    asked((api, id) => api.company(`/orders/${id}/due-date/decline`)),
    [false, 1],
  ],
  'amend.past-due-date=taken-as-request': [async (api) => amend({ due_date: isoDate(api.now(), -9) })(api), '200'],
  'amend.permission=status-403': [amend({ lender_reference: 'x' }), '403 action_not_permitted_for_client'],
  'amend.media-type=merge-patch-too': [
    async (api) => {
      const { id } = await api.create()
      const headers = { 'content-type': 'application/merge-patch+json' }
      return outcome(await api.call('main', 'PATCH', `/orders/${id}`, { body: '{"lender_reference":"x"}', headers }))
    },
    '200',
  ],
  'amend.validation-status=status-400': [mistyped, '400 invalid_request'],
}

/** What reaches into the cases of other freedoms. */
const alone = [
  'create.missing-idempotency-key',
  'create.due-date-on-rest-days',
  'create.review-first',
  'create.inline-documents',
  'list.new-order-visibility',
  'list.total-pages-when-empty',
  'list.unknown-status-filter',
  'list.bad-updated-since',
  'amend.field-names',
  'amend.response',
  'amend.permission',
  'amend.contacts-address',
  'amend.due-date-outcome',
  'amend.due-date-in-sandbox',
  'amend.fixed-fields-unchanged',
  'amend.closed-refusal-code',
]

await shown(t, { ...creating, ...listing, ...amending }, alone)
