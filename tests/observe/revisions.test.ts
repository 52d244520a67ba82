// What revision requests show.
import t from 'tap'
import { type Given, type Raised, advance, day, none, post, read, seen } from './order-traffic.ts'

const request = (id: string, status: string, more: object = {}) => ({ id, status, responses: [], ...more })
const ask = (id: string, created = day('01T00:00:00.000')) =>
  post(
    'createRevisionRequest',
    {},
    {
      status: 201,
      source: 'scenario.order-walk',
      body: { ...request(id, 'submitted'), created_at: created },
    },
  )
const list = (...data: object[]): Given => ({ operation: 'listRevisionRequests', body: { data } })
const answered = (status: string, created_at: string, receivedAt = 0): Raised => ({
  type: 'order.revision_responded',
  data: { revision_request_id: 'rr_1', status },
  created_at,
  receivedAt,
})

t.test('requests tell how they are refused, shown and followed by another', async (t) => {
  const created = (headers: [string, string][]) => seen('revisions.location-header', { ...ask('rr_1'), headers })
  t.same(created([]), ['absent'])
  t.same(created([['Location', '/x']]), ['present'])

  const refused = (code: string, current_status: string) =>
    seen('revisions.refusal-code', post('createRevisionRequest', {}, { status: 409, body: { code, current_status } }))
  t.same(refused('action_not_allowed_in_status', 'new'), ['action-not-allowed-in-status'])
  t.same(refused('revision_not_open', 'new'), ['another-code'])
  t.same(refused('loan_number_missing', 'cancelled'), none, 'that status takes requests')
  const bare = (source: string) =>
    seen('revisions.refusal-code', post('createRevisionRequest', {}, { status: 409, source, body: { code: 'no' } }))
  t.same([bare('scenario.order-walk'), bare('test')], [['another-code'], none])

  const shape = (response: object) =>
    seen('revisions.response-shape', list(request('rr_1', 'completed', { responses: [response] })))
  t.same(shape({ id: 'msg_1', body: 'x', status: 'completed', created_at: day('01T00:00:00.000') }), ['message-like'])
  t.same(shape({ id: 'msg_1', text: 'x', time: day('01T00:00:00.000') }), ['text-and-time'])
  t.same(shape({ id: 'msg_1', text: 'x' }), ['identifier-and-text'])
  t.same(shape({ id: 'msg_1', words: 'x' }), none)

  const second = 'revisions.second-while-open'
  const latest = { ...request('rr_2', 'submitted'), created_at: day('01T00:05:00.000') }
  const declined = { ...request('rr_1', 'declined'), updated_at: day('01T00:05:00.000') }
  t.same(seen(second, ask('rr_1'), ask('rr_2'), list(latest, request('rr_1', 'submitted'))), ['both-open'])
  t.same(seen(second, ask('rr_1'), ask('rr_2'), list(latest, declined)), ['first-superseded'])
  t.same(
    seen(second, ask('rr_1'), ask('rr_2'), list(latest, request('rr_1', 'accepted'))),
    none,
    'an accepted one stays so under either',
  )
  const declinedLater = { ...declined, updated_at: day('01T00:07:00.000') }
  t.same(seen(second, ask('rr_1'), ask('rr_2'), list(latest, declinedLater)), none, 'the company declined it later')
  const ended = [ask('rr_1'), ask('rr_2'), list(latest, request('rr_1', 'completed'))]
  t.same(seen(second, ...ended), none, 'one that is completed is not declined')
  const between = [ask('rr_1'), advance('revised_report_complete'), ask('rr_2')]
  t.same(seen(second, ...between, list(latest, request('rr_1', 'completed'))), none, 'a delivery closed the first')
})

t.test('answers to requests tell when they are accepted', async (t) => {
  const submitted = list(request('rr_1', 'submitted'))
  const [at, justAfter, later] = [day('01T00:01:00.000'), day('01T00:01:00.002'), day('01T00:01:05.000')]
  const through = 'revisions.delivery-while-submitted'
  t.same(seen(through, ask('rr_1'), submitted, answered('accepted', at), answered('completed', justAfter)), [
    'through-accepted',
  ])
  t.same(seen(through, ask('rr_1'), submitted, answered('accepted', at), answered('completed', later)), none)
  t.same(seen(through, ask('rr_1'), submitted, answered('completed', at)), none, 'the other event may not be raised')

  const when = 'revisions.acceptance-in-sandbox'
  const much = read({}, 60_000)
  t.same(seen(when, ask('rr_1'), answered('accepted', day('01T00:00:05.000')), much), ['automatic'])
  t.same(seen(when, ask('rr_1'), answered('accepted', day('01T00:00:00.003')), much), ['at-once'])
  const moved = [ask('rr_1'), answered('accepted', day('01T00:00:05.000')), advance('revised_report_complete'), much]
  t.same(seen(when, ...moved), none, 'an advance was on its way')
})
