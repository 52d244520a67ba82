// Who sees what: another account's resources are as good as absent (Authentication, 10; What the service does, 1).
import t from 'tap'
import { operationsNamed } from '../../fixtures/operation-groups.ts'
import { loadFixture } from '../fixture-files.ts'
import { operations } from './judge-answer.ts'
import { upload } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Method, Sent } from './support.ts'
import type { Detail, Feed, Item, List, Problem } from './wire-types.ts'

const api = await start(t, unlimited)
const { id: order, order_number } = await api.reach('report_complete')
const { id: document } = await api.attach(order)
const foreigners = ['other_lender', 'other_company', 'no_cancel', 'no_amend', 'card_billed', 'production'] as const

const bodies: Record<string, Sent> = {
  amendOrder: { body: { lender_reference: 'stolen' } },
  holdOrder: { body: { reason: 'x' } },
  resumeOrder: { body: {} },
  cancelOrder: { body: { reason: 'x' } },
  createRevisionRequest: { body: { kind: 'correction', reason: 'x' } },
  sendMessage: { body: { recipient: 'manager', body: 'x' } },
  uploadDocument: upload(),
  advanceOrder: { body: { to_status: 'revised_report_complete' } },
}
const withIds = operations.filter(({ template, needsToken }) => template.includes('{') && needsToken)
const { rules } = loadFixture<{ rules: { id: string; operations: string | string[] }[] }>('rules/auth.yaml')
const contract = loadFixture<Parameters<typeof operationsNamed>[1]>('openapi.yaml')
const pathOf = (template: string, orderId: string, documentId: string) =>
  template.replace('{order_id}', orderId).replace('{document_id}', documentId)

t.test('every operation on a resource answers a stranger as if there were none', async (t) => {
  const rule = rules.find((row) => row.id === 'auth.resource-of-another-company-is-404')!
  const named = operationsNamed(rule.operations, contract)
  t.strictSame(withIds.map(({ id }) => id).toSorted(), [...named].toSorted(), 'those of the rule about them')
  const before = await api.snapshot(order)
  for (const role of foreigners) {
    for (const { id, method, template } of withIds) {
      if (id === 'advanceOrder' && role === 'production') continue
      const call = (orderId: string, documentId: string, sent: Sent = bodies[id] ?? {}) =>
        api.call(role, method as Method, pathOf(template, orderId, documentId), sent)
      const theirs = await call(order, document)
      refused(t, theirs, { status: 404, code: 'not_found' }, `${role} ${id}`)
      const nobodys = await call('ord_none', 'doc_none')
      const known = ({ correlation_id: _id, ...body }: Problem) => body
      t.same(known(theirs.body), known(nobodys.body), `${role} ${id}: nothing tells the two apart`)
      if (method !== 'GET')
        refused(t, await call(order, document, { body: '{', headers: { 'content-type': 'application/json' } }), {
          status: 404,
          code: 'not_found',
        })
    }
  }
  t.same(await api.snapshot(order), before, 'and nothing changed')
})

t.test('lists and the feed hold the account’s own alone', async (t) => {
  for (const role of foreigners) {
    for (const query of [{}, { order_number }, { status: 'report_complete' }])
      t.same((await api.ok<List<Item>>(role, 'GET', '/orders', { query })).data, [], `${role} ${JSON.stringify(query)}`)
    for (const query of [{}, { order_id: order }, { after: 'evt_0' }])
      t.strictSame(await api.ok<Feed>(role, 'GET', '/events', { query }), { data: [], next_cursor: null }, role)
  }
  const theirs = await api.create({}, 'other_company')
  t.same(
    (await api.ok<List<Item>>('other_company', 'GET', '/orders')).data.map(({ id }) => id),
    [theirs.id],
  )
})

t.test('documents of another account cannot be quoted', async (t) => {
  const { id } = await api.reach('cancelled', 'other_lender')
  for (const [path, body] of [
    ['messages', { recipient: 'manager', body: 'x', document_ids: [document] }],
    ['revision-requests', { kind: 'correction', reason: 'x', document_ids: [document] }],
  ] as const)
    refused(
      t,
      await api.call('other_lender', 'POST', `/orders/${id}/${path}`, { body }),
      { status: 422, code: 'semantic_validation_failed', fields: ['document_ids.0'] },
      path,
    )
})

t.test('a second credential of the same lender sees and does the same', async (t) => {
  t.strictSame(await api.read(order, 'main_second'), await api.read(order))
  t.equal((await api.call('main_second', 'GET', `/documents/${document}`)).status, 200)
  t.same(await api.events({}, 'main_second'), await api.events())
  const { id } = await api.create({}, 'main_second')
  t.equal((await api.call('main', 'POST', `/orders/${id}/hold`, { body: {} })).status, 200)
  t.equal((await api.read(id, 'main_second')).status.code, 'on_hold')
})

t.test('the same lender’s environments share nothing', async (t) => {
  const { id, order_number } = await api.create({}, 'production')
  const { productionUrl, sandboxUrl } = api.simulator
  const real = await api.call('production', 'POST', `/orders/${id}/documents`, { ...upload(), base: productionUrl })
  const { id: realDocument } = real.body as unknown as Detail
  refused(t, await api.call('main', 'GET', `/orders/${id}`), { status: 404, code: 'not_found' })
  refused(t, await api.call('main', 'GET', `/documents/${realDocument}`), { status: 404, code: 'not_found' })
  t.same(
    (await api.ok<List<Item>>('main', 'GET', '/orders', { query: { order_number } })).data.filter(
      (item) => item.id === id,
    ),
    [],
  )
  t.notOk((await api.events()).some((event) => event.order_id === id))
  const { download } = await api.ok<Detail>('production', 'GET', `/documents/${realDocument}`)
  t.ok(download.url.startsWith(`${productionUrl}/download/`))
  const path = download.url.slice(productionUrl.length)
  t.equal((await api.call(null, 'GET', path, { base: productionUrl })).status, 200)
  refused(t, await api.call(null, 'GET', path, { base: sandboxUrl }), { status: 404, code: 'not_found' })
  const webhook = { url: 'https://127.0.0.1:9/sandbox-only' }
  await api.ok('main', 'PUT', '/webhook', { body: webhook })
  for (const role of ['production', 'other_lender'] as const)
    refused(t, await api.call(role, 'GET', '/webhook'), { status: 404, code: 'webhook_not_configured' }, role)
  t.match(await api.ok('main_second', 'GET', '/webhook'), webhook, 'the account’s credentials share its webhook')
})

t.test('a revoked credential loses its tokens at once, its colleague keeps working', async (t) => {
  const token = await api.token('main_second')
  t.equal((await api.call({ token }, 'GET', '/account')).status, 200)
  await api.company('/clients/cli_bluestem_sandbox_2/revoke')
  for (const { id, method, template } of operations.filter(({ needsToken }) => needsToken)) {
    const answer = await api.call({ token }, method as Method, pathOf(template, order, document), bodies[id] ?? {})
    refused(t, answer, { status: 401, code: 'client_revoked' }, id)
  }
  t.equal((await api.call('main', 'GET', '/account')).status, 200)
})
