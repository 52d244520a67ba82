// What a persona plans for the state that an order has: one step a matter, and nothing that the company does not do.
import t from 'tap'
import type { Message, Order } from '../domain/records.ts'
import { personaTable } from './persona-table.ts'
import { planSteps } from './plan-steps.ts'
import type { Facts } from './plan-steps.ts'

const hour = 3_600_000

const facts = (code: string, more: Omit<Partial<Facts>, 'order'> & { order?: Partial<Order> } = {}): Facts => ({
  messages: [],
  revisions: [],
  taken: {},
  since: 0,
  unused: [],
  mayCancel: true,
  restsOnly: false,
  draw: () => 0.5,
  ...more,
  order: {
    id: 'ord_1',
    status: { code, changed_at: 1000 },
    previous_status: null,
    fees: { appraisal_fee: '525.00', currency: 'USD' },
    requested_due_date: null,
    due_date: '2030-01-31',
    appointment_at: null,
    appraiser: null,
    created_at: 1000,
    updated_at: 1000,
    ...more.order,
  } as Order,
})

const planned = (name: keyof typeof personaTable, given: Facts) =>
  planSteps(personaTable[name], given).map((step) => [step.do, step.body['to_status']].filter(Boolean).join(' '))

t.test('the hours count from the status, or from when the persona was set', async (t) => {
  const [step] = planSteps(personaTable.punctual, facts('new'))
  t.equal(step!.due, 1000 + 2 * hour, 'the middle of one and three hours')
  t.equal(planSteps(personaTable.punctual, facts('new', { since: 5000 }))[0]!.due, 5000 + 2 * hour)
  t.equal(planSteps(personaTable.slow, facts('new'))[0]!.due, 1000 + 12 * hour)
  const visited = facts('appointment_scheduled', { order: { appointment_at: 50 * hour } })
  t.equal(planSteps(personaTable.punctual, visited)[0]!.due, 65 * hour, 'a report follows the appointment')
})

t.test('what ends without anybody is left alone, and what does not is moved on', async (t) => {
  const order = { previous_status: 'borrower_contacted' }
  t.strictSame(planned('punctual', facts('off_hold', { restsOnly: true, order })), [])
  t.strictSame(planned('punctual', facts('off_hold', { order })), ['moveOrder borrower_contacted'])
})

t.test('a status that the company does not use is passed over', async (t) => {
  const unused = ['appraiser_accepted', 'left_message_for_borrower', 'report_rejected_for_correction']
  const draw = () => 0
  t.strictSame(planned('punctual', facts('appraiser_assigned', { unused, draw })), ['moveOrder borrower_contacted'])
  t.strictSame(planned('revision-happy', facts('awaiting_review', { unused })), ['deliverReport'])
})

t.test('a share of the orders takes another way', async (t) => {
  const way = (fraction: number) => planned('punctual', facts('appraiser_accepted', { draw: () => fraction }))
  t.strictSame(way(0.29), ['moveOrder left_message_for_borrower'])
  t.strictSame(way(0.3), ['moveOrder borrower_contacted'])
})

t.test('where the company may not cancel, a declining one finds another step', async (t) => {
  t.strictSame(planned('declining', facts('pending_review')), ['cancelForCompany'])
  t.strictSame(planned('declining', facts('pending_review', { mayCancel: false })), ['placeReviewedOrder'])
})

t.test('an appraiser answers what was written to an appraiser', async (t) => {
  const message = { id: 'msg_1', author: 'lender', recipient: 'appraiser', subject: null, created_at: 7 } as Message
  const from = (more: Partial<Order>) =>
    planSteps(personaTable.punctual, facts('on_hold', { messages: [message], order: more }))[0]!.body
  t.match(from({ appraiser: { name: 'A', assigned_at: 1 } }), { from: 'appraiser', subject: 'Re: your message' })
  t.match(from({}), { from: 'manager' }, 'or the manager, while nobody has the order')
})

t.test('no order is worked on without end', async (t) => {
  t.strictSame(planned('punctual', facts('new', { taken: { 'new assignAppraiser ': 100 } })), [])
})
