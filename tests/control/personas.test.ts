// Personas over the control interface: each plays the company on the domain clock, by ordinary operations.
import t from 'tap'
import type { Test } from 'tap'
import { personaNames } from '../../simulator/personas/persona-table.ts'
import { expectSucceeded } from './succeeding.ts'
import { bearer, begin, call, dateIn, document, lender, ok, placed, read, refused, type Json } from './support.ts'

await begin()

/** Domain time moves, and with it ends the life of every token. */
const advance = async (to: object): Promise<Json[]> => {
  const { fired } = await ok('post', '/clock/advance', to)
  bearer.clear()
  return fired
}

const days = (count: number): Promise<Json[]> => advance({ seconds: count * 86_400 })

/** As the company reads it, however old: the lender's feed ends after 30 days. */
const eventsOf = async (id: string): Promise<Json[]> => (await ok('get', `/events?order_id=${id}&per_page=100`)).data

const acted = (fired: Json[], id: string): Json[] =>
  fired.filter(({ what, subject }) => what.startsWith('persona ') && subject === id)

const orderOf = (id: string): Promise<Json> => read('get', `/orders/${id}`)

/** The statuses that an order came to, by the events that said so. */
const pathOf = async (id: string): Promise<string[]> =>
  (await eventsOf(id)).filter(({ type }) => type === 'order.status_changed').map(({ data }) => data.status.code)

const typesOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ type }) => type)

/** An order that a persona alone has worked on for some time. */
const workedBy = async (
  t: Test,
  name: string,
  count: number,
  more: Json = {},
): Promise<{ id: string; fired: Json[] }> => {
  const id = await placed(more)
  const persona = await ok('post', '/personas', { name, order_id: id })
  t.match(persona, { name, order_id: id, lender_id: null, seed: 1 })
  const fired = acted(await days(count), id)
  await ok('post', `/personas/${persona.id}/remove`)
  for (const { outcome, what } of fired) t.notMatch(outcome, /^(not taken|error)/, what)
  return { id, fired }
}

/** For some orders a message is left for the borrower first. */
const wayToTheReport = [
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'appointment_scheduled',
  'awaiting_review',
  'report_complete',
]

t.test('where no persona is set, nobody acts', async (t) => {
  const id = await placed()
  t.strictSame((await ok('get', '/personas')).data, [])
  t.strictSame(acted(await days(60), id), [])
  t.equal((await orderOf(id)).status.code, 'new')
})

t.test('the personas of the document are those that are known, each with a sentence', async (t) => {
  const { known } = await ok('get', '/personas')
  t.strictSame(
    known.map(({ name }: Json) => name),
    document.components.schemas.PersonaName.enum,
  )
  t.strictSame(personaNames, document.components.schemas.PersonaName.enum)
  for (const { summary } of known) t.match(summary, /^[A-Z].*\.$/)
})

t.test('punctual takes an order from new to its report, status by status', async (t) => {
  const { id, fired } = await workedBy(t, 'punctual', 14)
  const order = await orderOf(id)
  t.equal(order.status.code, 'report_complete')
  t.ok(Date.parse(order.dates.completed_at) < Date.parse(`${order.dates.due_date}T00:00:00Z`), 'in time')
  t.ok(order.documents.some(({ kind }: Json) => kind === 'report_pdf'))
  t.ok(order.appraiser.name)
  const path = (await pathOf(id)).filter((code) => code !== 'left_message_for_borrower')
  t.strictSame(path, wayToTheReport)
  const instants = fired.map(({ at }) => Date.parse(at))
  t.strictSame(
    instants,
    instants.toSorted((a, b) => a - b),
    'its steps ran in order',
  )
  t.match(await typesOf(id), ['order.created', 'order.assigned', 'order.status_changed'], 'by ordinary events')
})

t.test('what comes next is shown before it comes', async (t) => {
  const id = await placed()
  const { id: persona } = await ok('post', '/personas', { name: 'punctual', order_id: id })
  const { next } = (await ok('get', '/personas')).data[0]
  t.match(next, { order_id: id, what: 'persona punctual: assignAppraiser' })
  const before = new Date(Date.parse(next.at) - 1).toISOString()
  t.strictSame(acted(await advance({ to: before }), id), [])
  t.equal((await orderOf(id)).status.code, 'new')
  t.match(acted(await advance({ to: next.at }), id), [{ outcome: 'appraiser_assigned' }])
  t.match((await ok('get', '/clock')).upcoming, [
    { what: 'persona punctual: moveOrder appraiser_accepted', subject: id },
  ])
  t.match(await ok('post', `/personas/${persona}/remove`), { id: persona, next: null })
  t.strictSame(acted(await days(30), id), [], 'a removed persona does nothing')
})

t.test('slow takes longer than punctual and moves the due date', async (t) => {
  const quick = await workedBy(t, 'punctual', 60)
  const late = await workedBy(t, 'slow', 120)
  const took = async ({ id }: { id: string }) => {
    const { dates } = await orderOf(id)
    return Date.parse(dates.completed_at) - Date.parse(dates.created_at)
  }
  t.ok((await took(late)) > 2 * (await took(quick)))
  t.equal((await typesOf(late.id)).filter((type) => type === 'order.due_date_changed').length, 1)
})

t.test('revision-happy has a report corrected before it comes, and delivers another one unasked', async (t) => {
  const { id } = await workedBy(t, 'revision-happy', 40)
  const rejected = (await pathOf(id)).filter((code) => code === 'report_rejected_for_correction').length
  t.ok(rejected === 1 || rejected === 2, `rejected ${rejected} times`)
  t.equal((await orderOf(id)).status.code, 'revised_report_complete')
  const completed = (await eventsOf(id)).filter(({ type }) => type === 'order.completed')
  t.strictSame(
    completed.map(({ data }) => data.revision),
    [false, true],
  )
})

t.test('review-first places an order after a review of its own, once', async (t) => {
  const { id } = await workedBy(t, 'review-first', 20)
  const path = await pathOf(id)
  t.strictSame(path.slice(0, 3), ['pending_review', 'new', 'appraiser_assigned'])
  t.equal((await orderOf(id)).status.code, 'report_complete')
  const reviewed = await workedBy(t, 'review-first', 20, {
    property: { address: { postal_code: '78701' }, type: 'farm', occupancy: 'primary_residence' },
  })
  t.strictSame(
    (await pathOf(reviewed.id)).slice(0, 2),
    ['new', 'appraiser_assigned'],
    'one that began in review has had it',
  )
})

t.test('declining cancels with a reason, and turns down what is asked of a delivered report', async (t) => {
  const { id } = await workedBy(t, 'declining', 2)
  t.equal((await orderOf(id)).status.code, 'cancelled')
  const [cancelled] = (await eventsOf(id)).filter(({ type }) => type === 'order.cancelled')
  t.equal(cancelled.data.reason, 'No appraiser covers this area.')

  const other = await placed()
  await ok('post', `/orders/${other}/deliver`, {})
  await ok('post', '/personas', { name: 'declining', order_id: other })
  const { status } = await lender('main', 'post', `/orders/${other}/revision-requests`, {
    kind: 'correction',
    reason: 'the garage',
  })
  t.equal(status, 201)
  await days(2)
  const [request] = (await read('get', `/orders/${other}/revision-requests`)).data
  t.equal(request.status, 'declined')
  t.equal((await orderOf(other)).status.code, 'report_complete')
})

t.test('a persona answers messages once, accepts dates and quotes fees', async (t) => {
  const id = await placed({ add_on_codes: ['SURVEY'] })
  t.equal((await orderOf(id)).fees.appraisal_fee, null)
  const { id: persona } = await ok('post', '/personas', { name: 'punctual', order_id: id })
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  t.equal((await lender('main', 'post', `/orders/${id}/messages`, message)).status, 201)
  const due_date = dateIn(25)
  await lender('main', 'patch', `/orders/${id}`, { due_date })
  await days(1)
  const order = await orderOf(id)
  t.match(order.fees.appraisal_fee, /^\d+\.00$/)
  t.equal(order.dates.due_date, due_date)
  const thread = (await read('get', `/orders/${id}/messages`)).data
  t.strictSame(
    thread.map(({ subject }: Json) => subject).toSorted(),
    ['Access', 'Re: Access'],
    'and an answer is not answered',
  )
  await ok('post', `/personas/${persona}/remove`)
})

t.test('a correction that the lender asks for is accepted and answered by a revised report', async (t) => {
  const { id } = await workedBy(t, 'punctual', 14)
  const { id: persona } = await ok('post', '/personas', { name: 'punctual', order_id: id })
  await lender('main', 'post', `/orders/${id}/revision-requests`, { kind: 'correction', reason: 'the garage' })
  await days(5)
  t.equal((await orderOf(id)).status.code, 'revised_report_complete')
  const [request] = (await read('get', `/orders/${id}/revision-requests`)).data
  t.equal(request.status, 'completed')
  await ok('post', `/personas/${persona}/remove`)
})

t.test('a held order waits for its lender, and goes on from where it was', async (t) => {
  const id = await placed()
  const { id: persona } = await ok('post', '/personas', { name: 'punctual', order_id: id })
  await days(0.5)
  const { code } = (await orderOf(id)).status
  t.equal((await lender('main', 'post', `/orders/${id}/hold`, { reason: 'a pause' })).status, 200)
  t.strictSame(acted(await days(30), id), [])
  t.equal((await orderOf(id)).status.code, 'on_hold')
  await lender('main', 'post', `/orders/${id}/resume`, {})
  await advance({ seconds: 60 })
  t.equal((await orderOf(id)).status.code, code)
  await days(14)
  t.equal((await orderOf(id)).status.code, 'report_complete')
  await ok('post', `/personas/${persona}/remove`)
})

t.test('what somebody else does with the order counts', async (t) => {
  const id = await placed()
  const { id: persona } = await ok('post', '/personas', { name: 'punctual', order_id: id })
  await days(0.5)
  await ok('post', `/orders/${id}/move`, { to_status: 'awaiting_review' })
  const [first] = acted(await days(2), id)
  t.match(first, { what: 'persona punctual: deliverReport', outcome: 'report_complete' })
  await ok('post', `/personas/${persona}/remove`)

  const cancelled = await placed()
  const other = await ok('post', '/personas', { name: 'punctual', order_id: cancelled })
  await days(0.2)
  t.equal((await lender('main', 'post', `/orders/${cancelled}/cancel`, {})).status, 200)
  t.strictSame(acted(await days(30), cancelled), [])
  await ok('post', `/personas/${other.id}/remove`)
})

t.test('of several personas the narrowest acts, and one takes the place of another', async (t) => {
  const [quiet, handled] = [await placed(), await placed()]
  const all = await ok('post', '/personas', { name: 'silent' })
  const silent = await ok('post', '/personas', { name: 'silent', order_id: quiet })
  const wide = await ok('post', '/personas', { name: 'declining', lender_id: 'len_bluestem', seed: 7 })
  t.strictSame(
    (await ok('get', '/personas')).data
      .map(({ id }: Json) => id)
      .filter((id: string) => [all.id, silent.id, wide.id].includes(id)),
    [all.id, silent.id, wide.id],
  )
  const replaced = await ok('post', '/personas', { name: 'punctual', lender_id: 'len_bluestem' })
  t.match(await call('post', `/personas/${wide.id}/remove`), { status: 404 })
  await days(20)
  t.equal((await orderOf(handled)).status.code, 'report_complete')
  t.equal((await orderOf(quiet)).status.code, 'new')
  await ok('post', `/personas/${silent.id}/remove`)
  await days(20)
  t.equal((await orderOf(quiet)).status.code, 'report_complete', 'the wider persona takes over')
  const again = await ok('post', '/personas', { name: 'punctual', lender_id: 'len_bluestem' })
  t.equal(again.id, replaced.id, 'the same persona again is the same persona')
  await ok('post', '/reset')
  t.strictSame((await ok('get', '/personas')).data, [], 'a reset removes those of the run')
})

t.test('a persona that cannot be is refused', async (t) => {
  const id = await placed()
  await refused(t, 'post', '/personas', { name: 'lazy' }, 422, /name must be one of punctual, slow/)
  await refused(t, 'post', '/personas', {}, 422, /name is required/)
  await refused(
    t,
    'post',
    '/personas',
    { name: 'slow', lender_id: 'len_none' },
    404,
    /no lender len_none; there are len_/,
  )
  await refused(
    t,
    'post',
    '/personas',
    { name: 'slow', order_id: 'ord_none' },
    404,
    /There is no order ord_none; there are ord_/,
  )
  const both = { name: 'slow', order_id: id, lender_id: 'len_bluestem' }
  await refused(t, 'post', '/personas', both, 422, /a lender or for an order.*leave one out/)
  await refused(t, 'post', '/personas', { name: 'slow', seed: -1 }, 422, /seed must be >= 0/)
  await refused(t, 'post', '/personas/psn_none/remove', undefined, 404, /no persona psn_none; GET \/personas/)
})

expectSucceeded('personas')
