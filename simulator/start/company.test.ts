import t, { type Test } from 'tap'
import { isoDate, minimal } from '../../tests/simulator/samples.ts'
import { companyOf } from './company.ts'
import { operations } from '../control/operations/index.ts'
import { startSimulator, type StartedSimulator } from './start-simulator.ts'

const started = async (t: Test): Promise<StartedSimulator & { place: () => Promise<string> }> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const order = () => ({ ...minimal(simulator.clock.now()), loan: { purpose: 'refinance', number: '1' } })
  const place = async (): Promise<string> =>
    (await simulator.company.placeOrder({ lender_id: 'len_bluestem', environment: 'sandbox', order: order() })).order.id
  return { ...simulator, place }
}

const typesOf = ({ raised }: { raised: { type: string }[] }): string[] => raised.map(({ type }) => type)

t.test('an order goes its way to a revised report, and each answer is what the control port shows', async (t) => {
  const { company, controlUrl, place } = await started(t)
  const id = await place()
  const read = async (path: string): Promise<unknown> => (await fetch(`${controlUrl}${path}`)).json()
  t.ok(typesOf(await company.assign(id, 'Avery Sample')).includes('order.assigned'))
  t.equal((await company.order(id)).appraiser?.name, 'Avery Sample')
  const moved = await company.move(id, { to_status: 'appointment_scheduled', note: 'The visit is set.' })
  t.equal(moved.order.status.code, 'appointment_scheduled')
  t.equal((await company.move(id, 'awaiting_review')).order.status.code, 'awaiting_review')
  const delivered = await company.deliver(id)
  t.equal(delivered.order.status.code, 'report_complete')
  t.ok(typesOf(delivered).includes('order.completed'))
  const opened = await company.openRevision(id, { kind: 'correction', reason: 'The unit number is missing.' })
  const request = opened.revision_request.id
  t.equal((await company.acceptRevision(id, request)).revision_request.status, 'accepted')
  t.equal((await company.answerRevision(id, request, 'It is under way.')).revision_request.status, 'accepted')
  const revised = await company.completeRevision(id, request)
  t.equal(revised.revision_request.status, 'completed')
  t.equal(revised.order.status.code, 'revised_report_complete')
  t.strictSame(await company.order(id), await read(`/orders/${id}`))
  t.strictSame(await company.orders({ per_page: 5 }), await read('/orders?per_page=5'))
  t.strictSame(await company.events({ order_id: id }), await read(`/events?order_id=${id}`))
})

t.test('fee, dates, messages, documents, hold and refusal of an order', async (t) => {
  const { company, clock, place } = await started(t)
  const id = await place()
  t.equal((await company.changeFee(id, { appraisal_fee: '650.00' })).order.fees?.appraisal_fee, '650.00')
  const due = isoDate(clock.now(), 30)
  t.equal((await company.setDueDate(id, due)).order.dates?.due_date, due)
  const { message, raised } = await company.message(id, 'The key is with the agent.')
  t.match(message, { from: 'manager', body: 'The key is with the agent.' })
  t.strictSame(typesOf({ raised }), ['order.message_posted'])
  await company.assign(id, 'Avery Sample')
  t.match((await company.message(id, { from: 'appraiser', body: 'Thank you.' })).message, { from: 'appraiser' })
  t.equal((await company.addDocument(id, { kind: 'ssr' })).document.kind, 'ssr')
  t.equal((await company.hold(id, 'The borrower travels.')).order.status.code, 'on_hold')
  t.ok(typesOf(await company.resume(id)).includes('order.resumed'))
  t.equal((await company.decline(await place(), 'No appraiser is free.')).order.status.code, 'cancelled')
})

t.test('orders in statuses, what can be done with one, and one event', async (t) => {
  const { company } = await started(t)
  const { data, not_made } = await company.seedOrders({ statuses: ['on_hold', 'report_complete'], count: 2 })
  t.strictSame(not_made, [])
  t.strictSame(
    data.map(({ status }) => status),
    ['on_hold', 'on_hold', 'report_complete', 'report_complete'],
  )
  const [held] = data
  const moves = await company.moves(held!.id)
  t.equal(moves.status, 'on_hold')
  t.match(
    moves.company.find(({ operation }) => operation === 'resumeForCompany'),
    { allowed: true, refusal: null },
  )
  const [newest] = (await company.events({ order_id: held!.id, sort: 'newest', per_page: 1 })).data
  t.strictSame(newest, (await company.events({ order_id: held!.id })).data.at(-1))
  t.strictSame(await company.event(newest!.id), newest)
  await t.rejects(company.seedOrders({ count: 100 }), { status: 422, code: 'unusable_value' })
})

t.test('what the company may not do is refused as over the port', async (t) => {
  const { company, place } = await started(t)
  const id = await place()
  await t.rejects(company.resume(id), { code: 'conflict' })
  await t.rejects(company.order('ord_none'), { status: 404, code: 'not_found' })
  await t.rejects(company.move(id, 'nowhere' as 'new'), { status: 422, code: 'unusable_value' })
  await t.rejects(company.orders({ lender: 1 } as object), {
    code: 'unusable_value',
    message: /^What simulator\.company gives listCompanyOrders cannot be used: .* of the control port describes it\.$/,
  })
  t.equal((await company.order(id)).order.status.code, 'new')
})

t.test('an answer is a copy: what a test does to it changes no order', async (t) => {
  const { company, place } = await started(t)
  const id = await place()
  const shown = await company.order(id)
  shown.order.status.code = 'cancelled'
  t.equal((await company.order(id)).order.status.code, 'new')
})

t.test("each of the company's operations on an order or an event has its function", async (t) => {
  const asked = new Set<string>()
  const all = operations()
  const ids = all.filter(({ path }) => /^\/(orders|events)\b/.test(path)).map(({ id }) => id)
  const company = companyOf({ services: undefined } as never)
  const find = all.find.bind(all)
  t.teardown(() => Object.assign(all, { find }))
  Object.assign(all, {
    find: (fits: (one: { id: string }) => boolean) => {
      asked.add(ids.find((id) => fits({ id })) ?? '')
      throw new Error('not in this test')
    },
  })
  for (const does of Object.values(company))
    await t.rejects((does as (...given: unknown[]) => Promise<unknown>)('a', 'b', 'c'))
  // What stays between the company and the appraiser is of no use to a lender's test.
  t.strictSame(
    ids.filter((id) => !asked.has(id)),
    ['addInternalNote'],
  )
})
