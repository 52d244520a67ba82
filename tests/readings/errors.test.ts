// The readings of errors, shown over real HTTP.
import t from 'tap'
import { at, draft, open, showRows } from './look.ts'
import type { Eye, Row, Seen } from './look.ts'
import { correction, lone, missing, one } from './answers.ts'

const details = ({ body }: Seen) => at(body, 'details')
const twoMistakes = { due_date: '2001-01-01', add_on_codes: ['NONE'] }
const noContacts = { borrowers: [{ role: 'borrower', first_name: 'A', last_name: 'B', contacts: [] }] }
const says = ({ status, body }: Seen) => [status, at(body, 'code')]

const errors: Row[] = [
  ...Object.entries({ 'validation-failed': 'validation_failed', 'another-code': 'bad_request' }).map(
    ([name, code]) => ({
      reading: `errors.code-of-400=${name}` as const,
      look: async (eye: Eye) => says(await eye.post('/orders', '{')),
      usual: [400, 'invalid_request'],
      taken: [400, code],
    }),
  ),
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
  ...Object.entries({ 'http-date': 'date' }).map(([name, taken]) => ({
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
      await own.post(`/orders/${id}/cancel`, {})
      refused.push(await own.send('PATCH', `/orders/${id}`, { body: { appraiser_instructions: 'Late.' } }))
      return refused.map(({ body }) => at(body, 'current_status'))
    },
    usual: ['new', 'new', 'cancelled'],
    taken: ['new', 'new', undefined],
  },
]

t.test('errors', (t) => showRows(t, errors))
