// What becomes of revision requests shows which a report completes, what an answer moves, and where a declined one leaves its order.
import t from 'tap'
import { type Given, type Raised, advance, day, none, order, post, seen } from './order-traffic.ts'

const at = '/orders/ord_1/revision-requests'
const ask = (id: string, kind: string, created_at = day('01T00:00:02.000')): Given =>
  post('createRevisionRequest', { kind }, { path: at, status: 201, method: 'POST', body: { id, kind, created_at } })
const list = (...data: object[]): Given => ({
  operation: 'listRevisionRequests',
  path: at,
  method: 'GET',
  body: { data },
})
const shown = (statuses: Record<string, string>): Given =>
  list(...Object.entries(statuses).map(([id, status]) => ({ id, status, responses: [] })))
const [correction, value] = ['correction', 'reconsideration_of_value'] as const

t.test('which open requests a report completes', async (t) => {
  const freedom = 'revisions.completed-by-delivery'
  const two = [ask('rr_1', correction), ask('rr_2', value), advance('revised_report_complete')]
  t.same(seen(freedom, ...two, shown({ rr_1: 'completed', rr_2: 'completed' })), ['all-open'])
  t.same(
    seen(freedom, ...two, shown({ rr_1: 'accepted', rr_2: 'completed' })),
    none,
    'the latest is the one of its kind',
  )
  const three = [ask('rr_1', correction), ask('rr_2', value), ask('rr_3', correction)]
  const delivered = [...three, advance('revised_report_complete')]
  t.same(seen(freedom, ...delivered, shown({ rr_1: 'submitted', rr_2: 'submitted', rr_3: 'completed' })), [
    'latest-only',
  ])
  t.same(seen(freedom, ...delivered, shown({ rr_1: 'completed', rr_2: 'submitted', rr_3: 'completed' })), [
    'of-one-kind',
  ])
  t.same(
    seen(freedom, ...delivered, shown({ rr_1: 'declined', rr_2: 'completed', rr_3: 'completed' })),
    none,
    'one was declined',
  )
  t.same(
    seen(freedom, ...three, shown({ rr_1: 'submitted', rr_2: 'submitted', rr_3: 'submitted' })),
    none,
    'no report came',
  )
})

t.test('whether an answer moves a request, and moves what the table does not show', async (t) => {
  const answered = (status: string, time: string, id = 'rr_1'): Raised => ({
    id: `evt_${time}`,
    type: 'order.revision_responded',
    data: { revision_request_id: id, status },
    created_at: day(time),
  })
  const freedom = 'revisions.updated-at-on-answer'
  const two = [answered('accepted', '01T00:00:01.000'), answered('accepted', '01T00:00:01.020')]
  const listed = (time: string) => list({ id: 'rr_1', status: 'accepted', responses: [], updated_at: day(time) })
  t.same(seen(freedom, ...two, listed('01T00:00:01.021')), ['moves'])
  t.same(seen(freedom, ...two, listed('01T00:00:01.001')), ['stays'])
  t.same(seen(freedom, two[0]!, two[0]!, listed('01T00:00:01.000')), none, 'one answer, seen twice')
  const outside = 'revisions.moves-outside-the-table'
  t.same(seen(outside, two[0]!, answered('declined', '01T00:00:09.000')), ['also-others'])
  t.same(seen(outside, two[0]!, answered('declined', '01T00:00:09.000', 'rr_2')), none, 'another request')
  t.same(seen(outside, answered('declined', '01T00:00:00.000'), two[0]!), none)
})

const read = (status: string, changed: string, updated: string): Given => ({
  operation: 'getOrder',
  method: 'GET',
  body: order({ status, changed: day(changed), dates: { updated_at: day(updated) } }),
})

t.test('whether a request on top of another moves its order', async (t) => {
  const freedom = 'order.updated-at-revision-request'
  const before = read('revision_requested', '01T00:00:01.000', '01T00:00:01.000')
  const after = (updated: string, changed = '01T00:00:01.000') => read('revision_requested', changed, updated)
  t.same(seen(freedom, before, ask('rr_2', correction), after('01T00:00:02.000')), ['moves'])
  t.same(seen(freedom, before, ask('rr_2', correction), after('01T00:00:01.000')), ['stays'])
  t.same(seen(freedom, before, ask('rr_2', correction), after('01T00:00:09.000')), none, 'an answer may have moved it')
  t.same(
    seen(freedom, before, ask('rr_2', correction), after('01T00:00:02.000', '01T00:00:02.000')),
    none,
    'its status changed',
  )
  const message = post('sendMessage', {}, { method: 'POST' })
  t.same(seen(freedom, before, message, ask('rr_2', correction), after('01T00:00:02.000')), none, 'a message came too')
})

t.test('where a declined request leaves its order', async (t) => {
  const freedom = 'revisions.status-after-decline'
  const from = (status: string) => [read(status, '01T00:00:01.000', '01T00:00:01.000'), ask('rr_1', correction)]
  const now = (status: string) => read(status, '01T00:00:05.000', '01T00:00:05.000')
  const declined = shown({ rr_1: 'declined' })
  t.same(seen(freedom, ...from('cancelled'), declined, now('cancelled')), ['back-to-before'])
  t.same(seen(freedom, ...from('cancelled'), declined, now('revised_report_complete')), ['delivered-status'])
  t.same(seen(freedom, ...from('report_complete'), declined, now('revision_requested')), ['stays-open'])
  t.same(seen(freedom, ...from('report_complete'), declined, now('report_complete')), none, 'two readings are one')
  t.same(seen(freedom, ...from('cancelled'), ask('rr_2', value), declined, now('cancelled')), none, 'another is open')
})
