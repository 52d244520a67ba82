// The readings of how orders are shown, over real HTTP.
import t from 'tap'
import { at, each, showRows } from './look.ts'
import type { Eye, Row } from './look.ts'
import { correction, delivered, lone } from './answers.ts'

const placed =
  (path: string, more: Record<string, unknown> = {}) =>
  async (eye: Eye) =>
    at((await eye.place(more)).body, path)
const shown = async (eye: Eye, id: string, path: string) => at((await eye.get(`/orders/${id}`)).body, path)
const isSame = (a: unknown, b: unknown) => a === b
const bought = { loan: { purpose: 'purchase', purchase_price: '1.00' } }
const greenwich = {
  property: { address: { postal_code: '06830' }, type: 'single_family', occupancy: 'primary_residence' },
}
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
    look: placed('flags.rush'),
    usual: false,
    taken: null,
  },
  {
    reading: 'order.has-adu-unset=null-value',
    look: placed('property.has_adu'),
    usual: false,
    taken: null,
  },
  ...Object.entries({ 'usd-with-a-price': [null, 'USD'] }).map(([name, taken]) => ({
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
  { reading: 'order.state-form=full-name', look: placed('property.address.state'), usual: 'TX', taken: 'Texas' },
  {
    reading: 'order.county-form=with-designation',
    look: placed('property.address.county'),
    usual: 'Travis',
    taken: 'Travis County',
  },
  {
    reading: 'order.connecticut-county=planning-region',
    look: async (eye) =>
      String(await placed('property.address.county', greenwich)(eye)).replace(/ (?:County|Planning Region)$/, ''),
    usual: 'Fairfield',
    taken: 'Western Connecticut',
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

t.test('order', (t) => showRows(t, order))
