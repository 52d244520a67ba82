// Permitted readings of amending orders: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import { isoDate } from '../simulator/samples.ts'
import type { Draft } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'
import type { Order } from '../simulator/wire-types.ts'
import { outcome, shown, type Cases } from './shown.ts'
import { alone, asked, contact, later, notes, person, property } from './order-parts.ts'

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
const noted = {
  paths: { notes: [{ type: 'order', text: 'one' }] },
  sent: () => ({ notes: [{ type: 'order', text: 'two' }] }),
}
const mistyped = amend({ lender_reference: 7 })

const amending: Cases = {
  'amend.closed-statuses=cancelled-and-delivered': [
    amend(number, 'report_complete'),
    '409 action_not_allowed_in_status',
  ],
  'amend.closed-statuses=delivered-alone-but-loan-number': [
    amend(number, 'cancelled'),
    '409 action_not_allowed_in_status',
  ],
  'amend.closed-statuses=cancelled-delivered-and-revising-but-loan-number': [
    async (api) => [
      await amend({ lender_reference: 'x' }, 'revision_requested')(api),
      await amend(number, 'revision_requested')(api),
    ],
    ['409 action_not_allowed_in_status', '200'],
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
  'amend.due-date-in-sandbox=accepted-automatically': [asked((api) => api.simulator.advance(10)), [true, 1]],
  'amend.due-date-in-sandbox=declined-automatically': [
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

await shown(t, amending, alone)
