// Orders and parts of them that the readings of orders are looked at in.
import { isoDate } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import type { Order } from '../simulator/wire-types.ts'

export const contact = { type: 'phone', role: 'cell', value: '+1 512 555 0100' }
export const person = (role: string, ...contacts: object[]) => ({
  role,
  first_name: 'Sam',
  last_name: 'Sample',
  contacts,
})
export const notes = (order: Order) => order.notes.map(({ text }) => text)
export const later = (api: Api) => ({ due_date: isoDate(api.now(), 60) })
const isMoved = ({ dates }: Order, before: Order) => dates.due_date !== before.dates.due_date
export const asked = (done: (api: Api, id: string) => Promise<unknown>) => async (api: Api) => {
  const before = await api.create()
  await api.ok('main', 'PATCH', `/orders/${before.id}`, { body: later(api) })
  await done(api, before.id)
  const changed = await api.events({ order_id: before.id, type: 'order.due_date_changed' })
  return [isMoved(await api.read(before.id), before), changed.length]
}
export const property = { property: { occupancy: 'vacant' } }

/** What reaches into the cases of other freedoms. */
export const alone = [
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
