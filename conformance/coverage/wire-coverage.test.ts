import t from 'tap'
import type { Delivery } from '../evidence/delivery.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createWireCoverage } from './wire-coverage.ts'

const exchange = (operation: string, path: string, status: number, answer: unknown, sent?: unknown): Exchange =>
  exchangeOf({
    operation,
    method: 'POST',
    url: `https://sandbox.example.com/v1${path}`,
    status,
    headers: [],
    body: answer,
    sent,
  })

const created = (id: string, code = 'new') => exchange('createOrder', '/orders', 201, { id, status: { code } })
const act = (id: string, name: 'hold' | 'resume' | 'cancel', status = 200, answer: unknown = {}) =>
  exchange(`${name}Order`, `/orders/${id}/${name}`, status, answer, {})
const advance = (id: string, to: string, status = 200, answer: unknown = {}) =>
  exchange('advanceOrder', `/sandbox/orders/${id}/advance`, status, answer, { to_status: to })
const read = (id: string, code: string) => exchange('getOrder', `/orders/${id}`, 200, { id, status: { code } })
const revise = (id: string, body: unknown, status = 201, answer: unknown = {}) =>
  exchange('createRevisionRequest', `/orders/${id}/revision-requests`, status, answer, body)

const after = (...exchanges: Exchange[]) => {
  const coverage = createWireCoverage()
  for (const one of exchanges) coverage.exchange(one)
  return coverage.report()
}

t.test('moves are read off the answers, and pairs where nothing but reads came between', async (t) => {
  const { transitions, pairs } = after(
    created('ord_1'),
    advance('ord_1', 'appraiser_assigned'),
    read('ord_1', 'appraiser_assigned'),
    act('ord_1', 'hold'),
    act('ord_1', 'resume'),
    read('ord_1', 'off_hold'),
    exchange('sendMessage', '/orders/ord_1/messages', 201, {}, {}),
    act('ord_1', 'cancel'),
  )
  t.strictSame(transitions.seen, {
    'create:plain new': 1,
    'new advance:appraiser_assigned appraiser_assigned': 1,
    'appraiser_assigned hold on_hold<appraiser_assigned': 1,
    'on_hold<appraiser_assigned resume appraiser_assigned': 1,
    'appraiser_assigned cancel cancelled': 1,
  })
  t.equal(transitions.reached, 5)
  t.equal(transitions.of, transitions.reached + transitions.missing.length)
  t.equal(pairs.reached, 3, 'a message came between the last two')
})

t.test('a refusal counts for the status that it names, and only where the status refuses', async (t) => {
  const refused = (current_status: string) => ({ code: 'action_not_allowed_in_status', current_status })
  const { illegal_cells, error_codes } = after(
    created('ord_1'),
    advance('ord_1', 'report_complete'),
    act('ord_1', 'hold', 409, refused('report_complete')),
    advance('ord_1', 'new', 409, refused('report_complete')),
    revise('ord_1', { kind: 'reconsideration_of_value' }, 422, { code: 'validation_failed' }),
    created('ord_2'),
    act('ord_2', 'cancel', 409, refused('new')),
    act('ord_9', 'hold', 404, { code: 'not_found' }),
  )
  t.strictSame(Object.keys(illegal_cells.seen), [
    'report_complete × advance:new',
    'report_complete × hold',
    'report_complete × revision:unacknowledged',
  ])
  t.strictSame(error_codes.seen, { action_not_allowed_in_status: 3, not_found: 1, validation_failed: 1 })
  t.ok(error_codes.missing.includes('rate_limited'))
  t.ok(error_codes.missing.includes('token: invalid_client'))
})

t.test('what the company did unseen is no move of ours', async (t) => {
  const coverage = createWireCoverage()
  coverage.exchange(created('ord_1'))
  coverage.companyActed('/orders/ord_1/move')
  coverage.exchange(advance('ord_1', 'awaiting_review'))
  coverage.exchange(act('ord_1', 'cancel'))
  t.strictSame(Object.keys(coverage.report().transitions.seen), [
    'awaiting_review cancel cancelled',
    'create:plain new',
  ])
})

t.test('a move that there is from one status alone counts, whatever time has done meanwhile', async (t) => {
  const coverage = createWireCoverage()
  coverage.exchange(created('ord_1', 'pending_review'))
  coverage.companyActed('/clock/advance')
  coverage.exchange(advance('ord_1', 'new'))
  const { transitions, pairs } = coverage.report()
  t.strictSame(Object.keys(transitions.seen), ['create:reviewed pending_review', 'pending_review advance:new new'])
  t.equal(pairs.reached, 0)
})

t.test('a replayed creation is no second order, and a revision counts by its kind', async (t) => {
  const { transitions } = after(
    created('ord_1'),
    created('ord_1'),
    advance('ord_1', 'report_complete'),
    revise('ord_1', { kind: 'correction' }),
    advance('ord_1', 'revised_report_complete'),
  )
  t.strictSame(transitions.seen, {
    'create:plain new': 1,
    'new advance:report_complete report_complete': 1,
    'report_complete revision:correction revision_requested': 1,
    'revision_requested advance:revised_report_complete revised_report_complete': 1,
  })
})

t.test('operations are counted by their statuses, and answers by what the document declares', async (t) => {
  const lost = { ...read('ord_1', 'new'), response: null }
  const { operations, answers, statuses } = after(created('ord_1'), read('ord_1', 'new'), lost, act('ord_1', 'hold'))
  t.strictSame(operations.statuses, {
    createOrder: { 201: 1 },
    getOrder: { 200: 1, 'no answer': 1 },
    holdOrder: { 200: 1 },
  })
  t.strictSame([operations.reached, operations.of, operations.seen['getOrder']], [3, 24, 2])
  t.strictSame(answers.seen, { 'createOrder 201': 1, 'getOrder 200': 1, 'holdOrder 2XX': 1 })
  t.strictSame(statuses.seen, { new: 2 })
})

t.test('events of the feed are counted once each, deliveries as they came, specimens by themselves', async (t) => {
  const feed = { data: [{ id: 'evt_1', type: 'order.created', data: { status: { code: 'new' } } }] }
  const page = exchange('listEvents', '/events', 200, feed)
  const coverage = createWireCoverage()
  coverage.exchange(page)
  coverage.exchange(page)
  const delivery = (json: unknown) => ({ json }) as Delivery
  coverage.delivery(delivery({ id: 'evt_1', type: 'order.created', data: {} }))
  coverage.delivery(delivery({ id: 'evt_1', type: 'order.created', data: {} }))
  coverage.delivery(delivery({ id: 'evt_2', type: 'order.on_hold', test: true, data: {} }))
  coverage.delivery(delivery(undefined))
  const { events_in_feed, events_delivered, specimens } = coverage.report()
  t.strictSame(events_in_feed.seen, { 'order.created': 1 })
  t.strictSame(events_delivered.seen, { 'order.created': 2 })
  t.strictSame(specimens.seen, { 'order.on_hold': 1 })
  t.equal(events_in_feed.of, 13)
})

t.test('an operation that is answered with nothing but 404, 405 and 501 did not occur', async (t) => {
  const { operations } = after(
    exchange('listEvents', '/events', 404, {}),
    exchange('listMessages', '/orders/ord_1/messages', 405, {}),
    exchange('getOrder', '/orders/ord_9', 404, {}),
    read('ord_1', 'new'),
    exchange('listOrders', '/orders', 401, {}),
  )
  t.equal(operations.reached, 2, 'the list is there for those who may read it')
  t.ok(operations.missing.includes('listEvents') && operations.missing.includes('listMessages'))
  t.equal(operations.seen['listEvents'], 1, 'what was asked is there')
})
