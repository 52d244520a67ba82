// The readings of order, errors and versioning, shown over real HTTP.
import t from 'tap'
import { at, draft, each, open, showRows } from './look.ts'
import type { Eye, Row, Seen } from './look.ts'

const placed =
  (path: string, more: Record<string, unknown> = {}) =>
  async (eye: Eye) =>
    at((await eye.place(more)).body, path)
const shown = async (eye: Eye, id: string, path: string) => at((await eye.get(`/orders/${id}`)).body, path)
const one = ({ simulator }: Eye, freedom: string) => {
  const taken = simulator.readings[freedom]
  return taken === undefined ? {} : { [freedom]: taken }
}
const lone = (eye: Eye, freedom: string) => open(t, { readings: one(eye, freedom) })
const isSame = (a: unknown, b: unknown) => a === b
const bought = { loan: { purpose: 'purchase', purchase_price: '1.00' } }
const correction = { kind: 'correction', reason: 'a typing error' }
const delivered = (eye: Eye) => eye.placedAt('appraiser_assigned', 'report_complete')
const quoted = { add_on_codes: ['SURVEY'] }

const order: Row[] = [
  ...Object.entries({ 'digits-only': /^\d+$/, 'free-text': /\s/ }).map(([name, form]) => ({
    reading: `order.number-format=${name}` as const,
    look: async (eye: Eye) => {
      const number = String(await placed('order_number')(eye))
      const found = await eye.get(`/orders?order_number=${encodeURIComponent(number)}`)
      return [form.test(number), at(found.body, 'total')]
    },
    usual: [false, 1],
    taken: [true, 1],
  })),
  ...Object.entries({ 'richer-object': ['name', 'license_number', 'contacts'], 'plain-text': 'text' }).map(
    ([name, taken]) => ({
      reading: `order.appraiser-shape=${name}` as const,
      look: async (eye: Eye) => {
        const appraiser = await shown(eye, await eye.placedAt('appraiser_assigned'), 'appraiser')
        return typeof appraiser === 'string' ? 'text' : Object.keys(appraiser as object)
      },
      usual: ['name'],
      taken,
    }),
  ),
  {
    reading: 'order.appraiser-not-shared=nameless-object',
    look: async (eye) => {
      const own = await lone(eye, 'order.appraiser-not-shared')
      const id = await own.placedAt()
      await own.company(`/orders/${id}/assign`, { name: 'Kim Hidden', share: false })
      return shown(own, id, 'appraiser')
    },
    usual: null,
    taken: { name: null },
  },
  {
    reading: 'order.appointment-at-type=calendar-date',
    look: async (eye) =>
      String(await shown(eye, await eye.placedAt('appointment_scheduled'), 'dates.appointment_at')).length,
    usual: 24,
    taken: 10,
  },
  {
    reading: 'order.appointment-after-leaving=cleared',
    look: async (eye) => {
      const id = await eye.placedAt('appointment_scheduled')
      const standing = await shown(eye, id, 'dates.appointment_at')
      await eye.post(`/orders/${id}/hold`, {})
      const held = await shown(eye, id, 'dates.appointment_at')
      await eye.post(`/orders/${id}/resume`, {})
      await eye.simulator.advance(60)
      await eye.advance(id, 'awaiting_review')
      return [standing !== null, held !== null, (await shown(eye, id, 'dates.appointment_at')) === null]
    },
    usual: [true, true, false],
    taken: [true, true, true],
  },
  {
    reading: 'order.completed-at-after-revision=first-delivery',
    look: async (eye) => {
      const own = await lone(eye, 'order.completed-at-after-revision')
      const id = await delivered(own)
      const first = await shown(own, id, 'dates.completed_at')
      await own.post(`/orders/${id}/revision-requests`, correction)
      await own.simulator.advance(60)
      await own.advance(id, 'revised_report_complete')
      return isSame(await shown(own, id, 'dates.completed_at'), first)
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'order.completed-at-while-revising=cleared',
    look: async (eye) => {
      const id = await delivered(eye)
      await eye.post(`/orders/${id}/revision-requests`, correction)
      const open = await shown(eye, id, 'dates.completed_at')
      await eye.advance(id, 'revised_report_complete')
      return [open === null, (await shown(eye, id, 'dates.completed_at')) === null]
    },
    usual: [false, false],
    taken: [true, false],
  },
  {
    reading: 'order.updated-at-within-one-instant=may-equal',
    look: async (eye) => {
      const { body } = await eye.place()
      const changed = await eye.send('PATCH', `/orders/${String(at(body, 'id'))}`, { body: { lender_reference: 'x' } })
      return [changed.status, isSame(at(body, 'dates.updated_at'), at(changed.body, 'dates.updated_at'))]
    },
    usual: [200, false],
    taken: [200, true],
  },
  {
    reading: 'order.updated-at-revision-request=stays',
    look: async (eye) => {
      const id = await delivered(eye)
      const request = await eye.post(`/orders/${id}/revision-requests`, correction)
      const before = await shown(eye, id, 'dates.updated_at')
      await eye.simulator.advance(60)
      const accepted = await eye.company(`/orders/${id}/revision-requests/${String(at(request.body, 'id'))}/accept`)
      return [accepted.status, isSame(await shown(eye, id, 'dates.updated_at'), before)]
    },
    usual: [200, false],
    taken: [200, true],
  },
  {
    reading: 'order.flags-unset=null-value',
    look: async (eye) => [await placed('flags.rush')(eye), await placed('flags.rush', { rush: false })(eye)],
    usual: [false, false],
    taken: [null, false],
  },
  { reading: 'order.has-adu-unset=null-value', look: placed('property.has_adu'), usual: false, taken: null },
  ...Object.entries({ 'null-value': [null, null], 'usd-with-a-price': [null, 'USD'] }).map(([name, taken]) => ({
    reading: `order.loan-currency-unset=${name}` as const,
    look: async (eye: Eye) => [await placed('loan.currency')(eye), await placed('loan.currency', bought)(eye)],
    usual: ['USD', 'USD'],
    taken,
  })),
  {
    reading: 'order.fee-currency-while-quoted=null-value',
    look: async (eye) => [await placed('fees', quoted)(eye), await placed('fees.currency')(eye)],
    usual: [{ appraisal_fee: null, currency: 'USD' }, 'USD'],
    taken: [{ appraisal_fee: null, currency: null }, 'USD'],
  },
  {
    reading: 'order.fee-after-cancellation=reduced',
    look: async (eye) => {
      const id = await eye.placedAt()
      await eye.post(`/orders/${id}/cancel`, { reason: 'withdrawn' })
      const events = await eye.get(`/events?order_id=${id}&type=order.fee_changed`)
      return [await shown(eye, id, 'fees.appraisal_fee'), each(events.body, 'data', 'data').length]
    },
    usual: ['525.00', 0],
    taken: ['262.50', 1],
  },
  {
    reading: 'order.parties-unset=null-value',
    look: placed('parties'),
    usual: { real_estate_agent: null, additional_contacts: [] },
    taken: null,
  },
  {
    reading: 'order.address-unset-parts=empty-text',
    look: async (eye) => [await placed('property.address.street')(eye), await placed('property.address.unit')(eye)],
    usual: [null, null],
    taken: ['', ''],
  },
  { reading: 'order.state-form=full-name', look: placed('property.address.state'), usual: 'TX', taken: 'Texas' },
  {
    reading: 'order.county-form=with-designation',
    look: placed('property.address.county'),
    usual: 'Travis',
    taken: 'Travis County',
  },
  {
    reading: 'order.documents-order=oldest-first',
    look: async (eye) => {
      const id = await delivered(eye)
      const own = each((await eye.get(`/orders/${id}`)).body, 'documents', 'id')
      const listed = each((await eye.get(`/orders/${id}/documents`)).body, 'data', 'id')
      return [own.join() === listed.join(), own.join() === listed.toReversed().join()]
    },
    usual: [true, false],
    taken: [false, true],
  },
  {
    reading: 'order.reworded-names=as-it-was',
    look: async (eye) => {
      const own = await lone(eye, 'order.reworded-names')
      const [company] = own.simulator.world.companies
      const id = await own.placedAt()
      await own.change(`/companies/${company!.id}`, { status_labels: { new: 'Brand New' } })
      await own.change(`/companies/${company!.id}/products/1004`, { name: 'House appraisal' })
      return [await shown(own, id, 'status.label'), await shown(own, id, 'order_type.name')]
    },
    usual: ['Brand New', 'House appraisal'],
    taken: ['New Order', 'Single family appraisal (URAR)'],
  },
  {
    reading: 'order.address-summary-form=short-form',
    look: async (eye) => {
      await eye.place()
      return String(at((await eye.get('/orders')).body, 'data.0.property_address_summary')).includes('78701')
    },
    usual: true,
    taken: false,
  },
  {
    reading: 'order.agency-case-number-source=also-on-create',
    look: placed('loan.agency_case_number', { loan: { purpose: 'refinance', agency_case_number: 'A-1' } }),
    usual: null,
    taken: 'A-1',
  },
  {
    reading: 'order.agency-case-number-source=mirrors-fha',
    look: placed('loan.agency_case_number', {
      order_type_code: '1004-FHA',
      loan: { purpose: 'refinance', fha_case_number: 'F-1' },
    }),
    usual: null,
    taken: 'F-1',
  },
  {
    reading: 'order.appraiser-when-skipped=null-value',
    look: async (eye) => {
      const own = await lone(eye, 'order.appraiser-when-skipped')
      const skipped = await shown(own, await own.placedAt('borrower_contacted'), 'appraiser')
      const assigned = await shown(own, await own.placedAt('appraiser_assigned'), 'appraiser')
      return [skipped === null, assigned === null]
    },
    usual: [false, false],
    taken: [true, false],
  },
]

const missing = (eye: Eye) => eye.get('/orders/ord_nothing')
const details = ({ body }: Seen) => at(body, 'details')
const twoMistakes = { due_date: '2001-01-01', add_on_codes: ['NONE'] }
const noContacts = { borrowers: [{ role: 'borrower', first_name: 'A', last_name: 'B', contacts: [] }] }
const says = ({ status, body }: Seen) => [status, at(body, 'code')]

const errors: Row[] = [
  {
    reading: 'errors.code-of-400=validation-failed',
    look: async (eye) => says(await eye.post('/orders', '{')),
    usual: [400, 'invalid_request'],
    taken: [400, 'validation_failed'],
  },
  {
    reading: 'errors.missing-required-elsewhere=status-400',
    look: async (eye) => [
      (await eye.post(`/orders/${await eye.placedAt()}/messages`, {})).status,
      (await eye.place({ loan: {} })).status,
    ],
    usual: [422, 422],
    taken: [400, 422],
  },
  ...Object.entries({ 'status-400': [400, 400], ignored: [422, 200] }).map(([name, taken]) => ({
    reading: `errors.wrong-type-elsewhere=${name}` as const,
    look: async (eye: Eye) => {
      const id = await eye.placedAt()
      const statuses = [
        await eye.post(`/orders/${id}/hold`, { reason: 7 }),
        await eye.post(`/orders/${id}/cancel`, { reason: 7 }),
      ]
      return statuses.map(({ status }) => status)
    },
    usual: [422, 422],
    taken,
  })),
  {
    reading: 'errors.malformed-json-precedence=body-first',
    look: async (eye) => [
      (await eye.send('PATCH', '/orders/ord_nothing', { body: '{' })).status,
      (await eye.send('PATCH', '/orders/ord_nothing', { body: '{', as: null })).status,
    ],
    usual: [404, 401],
    taken: [400, 401],
  },
  {
    reading: 'errors.unread-bodies=ignored',
    look: async (eye) => {
      const id = await eye.placedAt()
      return [(await eye.post(`/orders/${id}/hold`, '{')).status, (await eye.post(`/orders/${id}/cancel`, '{')).status]
    },
    usual: [400, 400],
    taken: [400, 200],
  },
  {
    reading: 'errors.details-presence=absent',
    look: async (eye) => {
      const own = await lone(eye, 'errors.details-presence')
      return [details(await own.place(twoMistakes)) === undefined, at(details(await own.place(noContacts)), '0.field')]
    },
    usual: [false, 'borrowers.0.contacts'],
    taken: [true, 'borrowers.0.contacts'],
  },
  ...Object.entries({ 'empty-array': [], 'null-value': null }).map(([name, taken]) => ({
    reading: `errors.details-when-none=${name}` as const,
    look: async (eye: Eye) => details(await missing(eye)),
    usual: undefined,
    taken,
  })),
  {
    reading: 'errors.details-completeness=first-only',
    look: async (eye) =>
      (details(await (await lone(eye, 'errors.details-completeness')).place(twoMistakes)) as []).length,
    usual: 2,
    taken: 1,
  },
  {
    reading: 'errors.detail-codes=further-codes',
    look: async (eye) =>
      at(details(await (await lone(eye, 'errors.detail-codes')).place({ due_date: '2001-01-01' })), '0.code'),
    usual: 'invalid_value',
    taken: 'in_the_past',
  },
  {
    reading: 'errors.detail-value-when-missing=left-out',
    look: async (eye) =>
      'value' in
      (at(details(await (await lone(eye, 'errors.detail-value-when-missing')).place(noContacts)), '0') as object),
    usual: true,
    taken: false,
  },
  {
    reading: 'errors.detail-field-forms=empty-or-null',
    look: async (eye) =>
      at(details(await (await lone(eye, 'errors.detail-field-forms')).get('/orders?page=x')), '0.field'),
    usual: 'page',
    taken: '',
  },
  {
    reading: 'errors.secret-values-in-details=left-out',
    look: async (eye) => {
      const own = await lone(eye, 'errors.secret-values-in-details')
      const refused = await own.send('PUT', '/webhook', { body: { url: 'https://a.example.test/', secret: 'short' } })
      return [at(details(refused), '0.field'), 'value' in (at(details(refused), '0') as object)]
    },
    usual: ['secret', true],
    taken: ['secret', false],
  },
  {
    reading: 'errors.current-status-elsewhere=null-value',
    look: async (eye) => at((await missing(eye)).body, 'current_status'),
    usual: undefined,
    taken: null,
  },
  ...Object.entries({ 'prefixed-text': /^req_/, 'trace-id': /^[0-9a-f]{32}$/ }).map(([name, form]) => ({
    reading: `errors.correlation-id-form=${name}` as const,
    look: async (eye: Eye) => form.test(String(at((await missing(eye)).body, 'correlation_id'))),
    usual: false,
    taken: true,
  })),
  {
    reading: 'errors.correlation-id-source=taken-over',
    look: async (eye) => {
      const sent = { headers: { 'x-correlation-id': 'my-request-0001' } }
      return at((await eye.get('/orders/ord_nothing', sent)).body, 'correlation_id') === 'my-request-0001'
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'errors.correlation-header=header-too',
    look: async (eye) => {
      const { headers, body } = await missing(eye)
      return headers['x-correlation-id'] === at(body, 'correlation_id')
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'errors.message-wording=other-wording',
    look: async (eye) => at((await missing(eye)).body, 'message') === 'No such order.',
    usual: true,
    taken: false,
  },
  ...Object.entries({ 'http-date': 'date', absent: 'absent' }).map(([name, taken]) => ({
    reading: `errors.retry-after-with-503=${name}` as const,
    look: async (eye: Eye) => {
      const readings = { ...one(eye, 'errors.retry-after-with-503'), 'idempotency.simultaneous-requests': 'status-503' }
      const own = await open(t, { readings })
      await own.tokenOf('main')
      const keyed = () => own.post('/orders', draft(), { headers: { 'idempotency-key': 'both' } })
      const refused = (await Promise.all([keyed(), keyed()])).find(({ status }) => status === 503)
      const later = refused?.headers['retry-after']
      return later === undefined ? 'absent' : /^\d+$/.test(later) ? 'seconds' : 'date'
    },
    usual: 'seconds',
    taken,
  })),
  {
    reading: 'errors.extra-fields=further-fields',
    look: async (eye) => 'documentation_url' in ((await missing(eye)).body as object),
    usual: false,
    taken: true,
  },
  ...Object.entries({
    'semantic-code': ['semantic_validation_failed', 2],
    'details-of-both': ['validation_failed', 2],
  }).map(([name, taken]) => ({
    reading: `errors.precedence-of-codes=${name}` as const,
    look: async (eye: Eye) => {
      const own = await lone(eye, 'errors.precedence-of-codes')
      const refused = await own.place({ ...noContacts, due_date: '2001-01-01' })
      return [at(refused.body, 'code'), (details(refused) as []).length]
    },
    usual: ['validation_failed', 1],
    taken,
  })),
  {
    reading: 'errors.details-on-other-conflicts=none',
    look: async (eye) => {
      const own = await lone(eye, 'errors.details-on-other-conflicts')
      const id = await own.placedAt()
      const refused = [
        await own.post(`/orders/${id}/revision-requests`, correction),
        await own.post(`/orders/${id}/resume`, {}),
      ]
      return refused.map((seen) => [seen.status, details(seen) !== undefined])
    },
    usual: [
      [409, true],
      [409, true],
    ],
    taken: [
      [409, false],
      [409, true],
    ],
  },
  {
    reading: 'errors.current-status-on-other-refusals=absent',
    look: async (eye) => {
      const own = await lone(eye, 'errors.current-status-on-other-refusals')
      const id = await own.placedAt()
      const refused = [
        await own.post(`/orders/${id}/revision-requests`, correction),
        await own.post(`/orders/${id}/resume`, {}),
      ]
      return refused.map(({ body }) => at(body, 'current_status'))
    },
    usual: ['new', 'new'],
    taken: [undefined, 'new'],
  },
]

const typesOf = async (eye: Eye, id: string) =>
  each((await eye.get(`/events?order_id=${id}&per_page=100`)).body, 'data', 'type')

const versioning: Row[] = [
  {
    reading: 'versioning.version-segment=only-segment',
    look: async (eye) => [new URL(eye.simulator.sandboxUrl).pathname, (await eye.get('/orders')).status],
    usual: ['/sandbox/v1', 200],
    taken: ['/v1', 200],
  },
  {
    reading: 'versioning.extra-response-fields=some',
    look: async (eye) => {
      const { body } = await eye.place()
      const events = await eye.get(`/events?order_id=${String(at(body, 'id'))}`)
      const paths = ['', 'borrowers.0.contacts.0', 'property.address'].map((path) =>
        path === '' ? body : at(body, path),
      )
      const others = [at(events.body, 'data.0.data.status'), (await missing(eye)).body]
      return [...paths, ...others].map((value) => 'x_source' in (value as object))
    },
    usual: [false, false, false, false, false],
    taken: [true, true, true, true, true],
  },
  {
    reading: 'versioning.extra-endpoints=some',
    look: async (eye) => [(await eye.get('/branches')).status, (await eye.get('/branches', { as: null })).status],
    usual: [404, 404],
    taken: [200, 401],
  },
  {
    reading: 'versioning.extra-request-fields=some',
    look: async (eye) => [
      (await eye.place({ branch_code: 7 })).status,
      (await eye.place({ branch_code: 'AUS' })).status,
    ],
    usual: [201, 201],
    taken: [422, 201],
  },
  {
    reading: 'versioning.new-status-codes=new-codes',
    look: async (eye) => {
      const id = await eye.placedAt('appraiser_assigned')
      await eye.company(`/orders/${id}/move`, { to_status: 'awaiting_review' })
      const events = await eye.get(`/events?order_id=${id}&type=order.status_changed`)
      return each(events.body, 'data', 'data').map((data) => at(data, 'status.code'))
    },
    usual: ['appraiser_assigned', 'awaiting_review'],
    taken: ['appraiser_assigned', 'inspection_completed', 'awaiting_review'],
  },
  {
    reading: 'versioning.new-document-kinds=new-kinds',
    look: async (eye) =>
      each((await eye.get(`/orders/${await delivered(eye)}`)).body, 'documents', 'kind').includes('photo_addendum'),
    usual: false,
    taken: true,
  },
  {
    reading: 'versioning.new-event-types=new-types',
    look: async (eye) =>
      (await typesOf(eye, await eye.placedAt('appointment_scheduled'))).includes('order.appointment_scheduled'),
    usual: false,
    taken: true,
  },
  {
    reading: 'versioning.new-enum-values=new-values',
    look: async (eye) =>
      each((await eye.get('/order-types?per_page=100')).body, 'data', 'appraiser_certification').includes('va_panel'),
    usual: false,
    taken: true,
  },
  {
    reading: 'versioning.retirement-headers=announced',
    look: async (eye) => 'sunset' in (await eye.get('/account')).headers,
    usual: false,
    taken: true,
  },
]

t.test('order', (t) => showRows(t, order))
t.test('errors', (t) => showRows(t, errors))
t.test('versioning', (t) => showRows(t, versioning))
