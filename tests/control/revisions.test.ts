// Revision requests, worked on by the company.
import t from 'tap'
import { begin, deliver, feedOf, ok, placed, read, refused, revising, statusOf, type Json, work } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

const requestOf = async (id: string, request: string): Promise<Json> =>
  (await read('get', `/orders/${id}/revision-requests`)).data.find((one: Json) => one.id === request)

t.test('a revision is opened in the portal by the contract’s own rules', async (t) => {
  const id = await placed({ loan: { purpose: 'refinance' } })
  const path = `/orders/${id}/revision-requests`
  await refused(t, 'post', path, { kind: 'correction' }, 409, /in status new/)
  const { order } = await deliver(id)
  await refused(t, 'post', path, { kind: 'correction' }, 422, /loan number/)
  await read('patch', `/orders/${id}`, { loan: { number: 'L-1' } })
  await refused(t, 'post', path, { kind: 'reconsideration_of_value' }, 422, /acknowledgement/)
  await refused(t, 'post', path, { kind: 'complaint' }, 422, /kind must be one of/)
  await refused(t, 'post', path, { kind: 'correction', document_ids: ['doc_none'] }, 422, /doc_none is no document/)
  const events = ['order.revision_requested', 'order.status_changed']
  const evidence = { document_ids: [order.documents[0].id] }
  const opened = await work(t, id, '/revision-requests', { kind: 'correction', reason: 'typo', ...evidence }, events)
  t.match(opened.revision_request, { status: 'submitted', kind: 'correction', reason: 'typo', responses: [] })
  t.equal(opened.order.status.code, 'revision_requested')
  const value = { kind: 'reconsideration_of_value', acknowledgements: { comparable_sales_provided: true } }
  t.equal((await work(t, id, '/revision-requests', value, events)).order.status.code, 'reconsideration_requested')
})

t.test('a revision request is accepted, answered and completed', async (t) => {
  const { id, path, request } = await revising()
  const accepted = await work(t, id, `${path}/accept`, { body: 'on it' }, ['order.revision_responded'])
  t.match(accepted.data, [{ revision_request_id: request, status: 'accepted', response: { body: 'on it' } }])
  await refused(t, 'post', `/orders/${id}${path}/accept`, {}, 409, /submitted request can become accepted.*is accepted/)
  await refused(t, 'post', `/orders/${id}${path}/decline`, {}, 409, /is accepted/)
  const answered = await work(t, id, `${path}/answer`, { body: 'tomorrow' }, ['order.revision_responded'])
  t.match(answered.data, [{ status: 'accepted', response: { body: 'tomorrow' } }])
  t.equal(answered.revision_request.responses.length, 2)
  t.match(answered.revision_request.responses[1], { id: /^msg_/ })
  await refused(t, 'post', `/orders/${id}${path}/answer`, {}, 422, /body is required/)

  const events = (await feedOf(id)).length
  const { order, revision_request } = await ok('post', `/orders/${id}${path}/complete`, {})
  t.equal(revision_request.status, 'completed')
  t.equal(order.status.code, 'revised_report_complete')
  const fresh = (await feedOf(id)).slice(events)
  t.match(fresh[0], { type: 'order.revision_responded', data: { status: 'completed' } })
  t.match(fresh[1], { type: 'order.completed', data: { revision: true } })
  await refused(t, 'post', `/orders/${id}${path}/complete`, {}, 409, /is completed/)
})

t.test('completing one request leaves the others open, a delivery answers all', async (t) => {
  const { id, path, request } = await revising()
  const second = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  await ok('post', `/orders/${id}${path}/complete`, {})
  t.equal((await requestOf(id, request)).status, 'completed')
  t.equal((await requestOf(id, second.revision_request.id)).status, 'submitted')
  const third = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  await deliver(id)
  t.equal((await requestOf(id, second.revision_request.id)).status, 'completed')
  t.equal((await requestOf(id, third.revision_request.id)).status, 'completed')
})

t.test('a declined request leads back, once no other is open', async (t) => {
  const { id, path } = await revising('reconsideration_of_value')
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  const first = await work(t, id, `${path}/decline`, { body: 'no' }, ['order.revision_responded'])
  t.match(first.data, [{ status: 'declined', response: { body: 'no' } }])
  t.equal(first.order.status.code, 'revision_requested')
  const path2 = `/revision-requests/${revision_request.id}/decline`
  const second = await work(t, id, path2, {}, ['order.revision_responded', 'order.status_changed'])
  t.equal(second.order.status.code, 'report_complete')
})

t.test('a declined request of a cancelled order leaves it cancelled', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/cancel`, { reason: 'first' })
  const { revision_request } = await ok('post', `/orders/${id}/revision-requests`, { kind: 'correction' })
  const expected = ['order.revision_responded', 'order.cancelled', 'order.status_changed']
  const declined = await work(t, id, `/revision-requests/${revision_request.id}/decline`, { body: 'no' }, expected)
  t.equal(declined.order.status.code, 'cancelled')
})

t.test('a request declined during a hold is not waited for after it', async (t) => {
  const { id, path } = await revising()
  await ok('post', `/orders/${id}/hold`, {})
  await work(t, id, `${path}/decline`, {}, ['order.revision_responded'])
  await ok('post', `/orders/${id}/resume`, {})
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(id), 'report_complete')
})

t.test('a revision request is looked for on its own order', async (t) => {
  const { id, path } = await revising()
  const other = await placed()
  for (const action of ['accept', 'decline', 'complete']) {
    await refused(t, 'post', `/orders/${other}${path}/${action}`, {}, 404, /no revision request rr_/)
    await refused(
      t,
      'post',
      `/orders/${id}/revision-requests/rr_none/${action}`,
      {},
      404,
      /no revision request rr_none/,
    )
  }
  await refused(t, 'post', `/orders/${other}${path}/answer`, { body: 'x' }, 404, /no revision request/)
})

expectSucceeded('revisions')
