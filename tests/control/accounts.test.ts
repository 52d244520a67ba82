// Companies, lenders and clients over the control interface.
import t from 'tap'
import {
  begin,
  draft,
  lender,
  lenderPort,
  ok,
  placed,
  read,
  refused,
  requestToken,
  simulator,
  type Json,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- companies, lenders, clients

t.test('a company changes its policies', async (t) => {
  const one = async () => (await ok('get', '/companies')).data.find(({ id }: Json) => id === 'cmp_cedarridge')
  const before = await one()
  t.notOk('next_order_number' in before)
  const changed = await ok('patch', '/companies/cmp_cedarridge', {
    provides_review_report: !before.provides_review_report,
    review_first: { order_types: ['2055'] },
    status_labels: { new: 'Fresh', cancelled: 'Gone' },
  })
  t.strictSame(changed, {
    ...before,
    provides_review_report: !before.provides_review_report,
    review_first: { ...before.review_first, order_types: ['2055'] },
    status_labels: { new: 'Fresh', cancelled: 'Gone' },
  })
  t.strictSame(await one(), changed)
  const id = await placed()
  t.equal((await read('get', `/orders/${id}`)).status.label, 'Fresh')
  const { provides_review_report, review_first } = before
  const undo = { provides_review_report, review_first, status_labels: { new: null, cancelled: null } }
  t.strictSame(await ok('patch', '/companies/cmp_cedarridge', undo), before)
  await refused(
    t,
    'patch',
    '/companies/cmp_none',
    { name: 'x' },
    404,
    /There is no company cmp_none; there are cmp_cedarridge, /,
  )
  await refused(t, 'patch', '/companies/cmp_cedarridge', {}, 422, /fewer than 1|at least 1/)
  await refused(
    t,
    'patch',
    '/companies/cmp_cedarridge',
    { status_labels: { asleep: 'x' } },
    422,
    /asleep must be one of/,
  )
})

t.test('a product is withdrawn, withheld and priced', async (t) => {
  const path = '/companies/cmp_cedarridge/products/1004'
  const offered = async () => {
    const { data } = await read('get', '/order-types?per_page=100')
    return data.find(({ code }: Json) => code === '1004')
  }
  t.equal((await ok('patch', path, { active: false })).active, false)
  t.equal((await offered()).active, false)
  t.equal((await lender('main', 'post', '/orders', draft())).status, 422)
  await ok('patch', path, { active: true, withheld_from: ['len_bluestem'] })
  t.equal(await offered(), undefined)
  await ok('patch', path, { withheld_from: [], fee: '600.00', add_on_fees: { RENT: null } })
  t.equal((await offered()).active, true)
  const feeOf = async (more: Json) => (await read('get', `/orders/${await placed(more)}`)).fees.appraisal_fee
  t.equal(await feeOf({}), '600.00')
  t.equal(await feeOf({ add_on_codes: ['RENT'] }), null)
  await ok('patch', path, { fee: null })
  t.equal(await feeOf({}), null)
  await ok('patch', path, { fee: '525.00', add_on_fees: { RENT: '150.00' } })
  await refused(t, 'patch', '/companies/cmp_cedarridge/products/none', { active: true }, 404, /no product of cmp_cedar/)
  await refused(t, 'patch', '/companies/cmp_none/products/1004', { active: true }, 404, /no company/)
  await refused(t, 'patch', path, { withheld_from: ['len_marram'] }, 422, /len_marram is no lender of cmp_cedarridge/)
  await refused(t, 'patch', path, { add_on_fees: { NONE: '1.00' } }, 422, /NONE is no add-on of 1004/)
  await refused(t, 'patch', path, { fee: '-5.00' }, 422, /fee must match pattern.*525\.00/)
})

t.test('what a company allows a lender counts from the next request on', async (t) => {
  const change = (body: object) => ok('patch', '/lenders/len_bluestem', body)
  const id = await placed()
  t.match(await change({ billing: 'card' }), { id: 'len_bluestem', billing: 'card', may_cancel: true })
  t.match(await lender('main', 'post', '/orders', draft()), { status: 403, body: { code: 'account_not_billable' } })
  await change({ billing: 'invoiced', may_cancel: false, may_amend: false, may_message_appraiser: false })
  t.equal((await lender('main', 'post', `/orders/${id}/cancel`, {})).status, 403)
  t.equal((await lender('main', 'patch', `/orders/${id}`, { lender_reference: 'x' })).status, 403)
  const message = { recipient: 'appraiser', body: 'x' }
  t.equal((await lender('main', 'post', `/orders/${id}/messages`, message)).status, 422)
  await change({ may_cancel: true, may_amend: true, may_message_appraiser: true })
  t.equal((await lender('main', 'post', `/orders/${id}/cancel`, {})).status, 200)
  const { data } = await ok('get', '/lenders')
  t.match(
    data.find((one: Json) => one.id === 'len_bluestem'),
    { billing: 'invoiced', may_cancel: true },
  )
  await refused(t, 'patch', '/lenders/len_none', { may_cancel: true }, 404, /no lender len_none/)
  await refused(t, 'patch', '/lenders/len_bluestem', { billing: 'cash' }, 422, /invoiced, card/)
})

t.test('a credential is issued, rotated and revoked, and its secret shown once', async (t) => {
  const account = { lender_id: 'len_juniper', environment: 'production' }
  const { client, client_secret } = await ok('post', '/clients', account)
  t.match(client, { ...account, client_id: /^cli_/, revoked_at: null })
  const first = { client_id: client.client_id, client_secret, environment: 'production' }
  const { status, body: token } = await requestToken(first)
  t.equal(status, 200)
  t.equal((await requestToken({ ...first, environment: 'sandbox' })).status, 401, 'it belongs to its environment')

  const rotated = await ok('post', `/clients/${first.client_id}/rotate`)
  const second = {
    client_id: rotated.client.client_id,
    client_secret: rotated.client_secret,
    environment: 'production',
  }
  t.not(second.client_id, first.client_id)
  t.not(second.client_secret, first.client_secret)
  t.match(rotated.client, account)
  t.equal((await requestToken(first)).status, 200, 'the first works on')
  t.equal((await requestToken(second)).status, 200)

  const revoked = await ok('post', `/clients/${first.client_id}/revoke`)
  t.equal(Date.parse(revoked.revoked_at), simulator.clock.now())
  const read = await lenderPort.production.get('/account').auth(token.access_token, { type: 'bearer' })
  t.match(read, { status: 401, body: { code: 'client_revoked' } })
  t.equal((await requestToken(second)).status, 200, 'the second works on')

  const { data } = await ok('get', '/clients?lender_id=len_juniper&environment=production')
  t.strictSame(
    data.map(({ client_id }: Json) => client_id),
    [first.client_id, second.client_id],
  )
  t.notMatch(JSON.stringify(await ok('get', '/clients')), /secret/)
  await refused(t, 'post', `/clients/${first.client_id}/revoke`, undefined, 409, /revoked already/)
  await refused(t, 'post', `/clients/${first.client_id}/rotate`, undefined, 409, /POST \/clients/)
  await refused(t, 'post', '/clients/cli_none/rotate', undefined, 404, /no client cli_none/)
  await refused(t, 'post', '/clients/cli_none/revoke', undefined, 404, /no client cli_none/)
  await refused(t, 'post', '/clients', { ...account, lender_id: 'len_none' }, 404, /no lender len_none/)
  await refused(t, 'post', '/clients', { lender_id: 'len_juniper' }, 422, /environment is required/)
})

t.test('a token of any life is made', async (t) => {
  const account = async (client_id: string, expires_in: number) => {
    const { access_token } = await ok('post', '/tokens', { client_id, expires_in })
    return lenderPort.sandbox.get('/account').auth(access_token, { type: 'bearer' })
  }
  t.equal((await account('cli_bluestem_sandbox', 1)).status, 200)
  t.match(await account('cli_bluestem_sandbox', 0), { status: 401, body: { code: 'token_expired' } })
  t.match(await account('cli_bluestem_sandbox', -60), { status: 401, body: { code: 'token_expired' } })
  t.match(await account('cli_bluestem_retired', 60), { status: 401, body: { code: 'client_revoked' } })
  t.match(await ok('post', '/tokens', { client_id: 'cli_bluestem_sandbox', expires_in: 90 }), {
    token_type: 'Bearer',
    expires_in: 90,
    scope: 'lender',
  })
  await refused(t, 'post', '/tokens', { client_id: 'cli_none', expires_in: 1 }, 404, /no client/)
})

expectSucceeded('accounts')
