// The readings of what may be added within a version, shown over real HTTP.
import t from 'tap'
import { at, each, showRows } from './look.ts'
import type { Eye, Row } from './look.ts'
import { delivered, missing } from './answers.ts'

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

t.test('versioning', (t) => showRows(t, versioning))
