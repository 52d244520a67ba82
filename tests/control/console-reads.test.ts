// What a page that shows the simulator reads: moves of either side, searches, events newest first, and a stream of what changes.
import t from 'tap'
import { loadFixture } from '../fixture-files.ts'
import {
  begin,
  control,
  deliver,
  draft,
  lender,
  ok,
  placed,
  refused,
  simulator,
  succeeded,
  type Json,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

type Cells = Record<string, Record<string, 'accepted' | 'refused' | { open: string }>>

const movesOf = async (id: string): Promise<Json> => ok('get', `/orders/${id}/moves`)
const companyMove = (moves: Json, operation: string, to: string | null = null) =>
  moves.company.find((move: Json) => move.operation === operation && move.to_status === to)
const lenderMove = (moves: Json, operation: string, variant: string | null = null) =>
  moves.lender.find((move: Json) => move.operation === operation && move.variant === variant)

t.test('what the moves say is what the calls do', async (t) => {
  const id = await placed()
  const steps: [path: string, body: object][] = [
    ['/assign', { name: 'A' }],
    ['/hold', {}],
    ['/resume', {}],
    ['/deliver', {}],
    ['/revision-requests', { kind: 'correction' }],
    ['/cancel', { reason: 'x' }],
  ]
  for (const [path, body] of steps) {
    await ok('post', `/orders/${id}${path}`, body)
    const moves = await movesOf(id)
    t.equal(moves.status, (await ok('get', `/orders/${id}`)).order.status.code)
    const refusals = moves.company.filter((move: Json) => !move.allowed)
    t.ok(refusals.length > 0)
    for (const { operation, path, to_status, refusal } of refusals) {
      const body = operation === 'moveOrder' ? { to_status } : operation === 'cancelForCompany' ? { reason: 'x' } : {}
      const answer = await refused(t, 'post', path, operation === 'assignAppraiser' ? { name: 'A' } : body, 409, /./)
      t.equal(answer.message, refusal.message, `${operation} ${to_status ?? ''} in ${moves.status}`)
    }
  }
})

t.test('asking changes nothing, and uses up no identifier', async (t) => {
  const id = await placed()
  const before = await ok('get', `/orders/${id}`)
  const events = (await ok('get', `/events?order_id=${id}`)).data
  await movesOf(id)
  t.strictSame(await ok('get', `/orders/${id}`), before)
  t.strictSame((await ok('get', `/events?order_id=${id}`)).data, events)
  await refused(t, 'get', '/orders/ord_none/moves', undefined, 404, /no order ord_none/)
})

t.test('what the lender may do follows the cells of the contract, each with its rule or its freedom', async (t) => {
  const { cells } = loadFixture<{ cells: Cells }>('lifecycle.yaml')
  const id = await placed()
  const operations = { hold: 'holdOrder', resume: 'resumeOrder', cancel: 'cancelOrder', amend: 'amendOrder' }
  for (const to of [null, 'appraiser_assigned', 'appointment_scheduled', 'awaiting_review']) {
    if (to) await ok('post', `/orders/${id}/move`, { to_status: to })
    const moves = await movesOf(id)
    for (const [action, operation] of Object.entries(operations)) {
      const { allowed, refusal, rule } = lenderMove(moves, operation)
      t.equal(allowed, cells[action]![moves.status] === 'accepted', `${action} in ${moves.status}`)
      t.equal(refusal?.status, allowed ? undefined : 409)
      if (action !== 'amend') t.match(rule.text, `\`${moves.status}\``, 'the rule is about this status')
    }
  }
  await deliver(id)
  const delivered = await movesOf(id)
  t.match(lenderMove(delivered, 'holdOrder'), {
    allowed: false,
    refusal: { status: 409, code: 'action_not_allowed_in_status' },
    rule: { id: 'actions.hold-refused-in-report-complete' },
    freedom: null,
  })
  t.match(lenderMove(delivered, 'amendOrder'), { allowed: false, freedom: { id: 'amend.closed-statuses' } })
  t.match(lenderMove(delivered, 'createRevisionRequest', 'correction'), { allowed: true, refusal: null })
  t.match(lenderMove(delivered, 'advanceOrder', 'cancelled'), { allowed: false, rule: { text: /`cancelled`/ } })
  t.equal(companyMove(delivered, 'resumeForCompany').allowed, false)
})

t.test('a switch of the company refuses with its own rule', async (t) => {
  const { body } = await lender('no_cancel', 'post', '/orders', draft())
  t.match(lenderMove(await movesOf(body.id), 'cancelOrder'), {
    allowed: false,
    refusal: { status: 403, code: 'action_not_permitted_for_client' },
    freedom: { id: 'actions.cancel-permission' },
  })
})

t.test('orders are searched by all words, in any order and case', async (t) => {
  const property = {
    ...draft().property,
    address: { street: '7 Quince Row', city: 'Austin', state: 'TX', postal_code: '78701' },
  }
  const id = await placed({ property, lender_reference: 'REF/50%' })
  const found = async (q: string) =>
    (await ok('get', `/orders?q=${encodeURIComponent(q)}`)).data.map((order: Json) => order.id)
  for (const q of ['quince', 'ROW quince', 'ref/50%', 'muñoz quince', id]) t.strictSame(await found(q), [id], q)
  for (const q of ['quince nowhere', 'quince.*', '<b>']) t.strictSame(await found(q), [], q)
  const none = await ok('get', '/orders?q=nowhere')
  t.match(none, { total: 0, total_pages: 0, page: 1 })
  t.equal((await ok('get', '/orders?q=%20')).total, (await ok('get', '/orders')).total, 'no word, no search')
  const by = await ok('get', '/orders?q=austin&per_page=1&page=1&environment=sandbox')
  t.equal(by.data.length, Math.min(1, by.total))
  await refused(t, 'get', `/orders?q=${'x'.repeat(201)}`, undefined, 422, /q must NOT have more than 200/)
})

t.test('events are read newest first, page by page', async (t) => {
  const id = await placed()
  await deliver(id)
  const oldest = (await ok('get', `/events?order_id=${id}&per_page=100`)).data
  const newest: Json[] = []
  for (let after = ''; ;) {
    const page = await ok('get', `/events?order_id=${id}&per_page=3&sort=newest${after}`)
    newest.push(...page.data)
    if (page.next_cursor === null) break
    after = `&after=${page.next_cursor}`
  }
  t.ok(oldest.length > 3)
  t.strictSame(newest, oldest.toReversed())
  t.strictSame(await ok('get', `/events/${oldest[0].id}`), oldest[0])
  await refused(t, 'get', '/events/evt_none', undefined, 404, /no event evt_none/)
})

t.test('the stream says what time it is and which rows change, and ends with the caller', async (t) => {
  const caller = new AbortController()
  const response = await fetch(`${simulator.controlUrl}/changes`, { signal: caller.signal })
  t.match(response.headers.get('content-type'), /^text\/event-stream/)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const pending: string[] = []
  const next = async (): Promise<Json> => {
    for (;;) {
      while (pending.length === 0) pending.push(...(await reader.read()).value!.split('\n\n').filter(Boolean))
      const [, event, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(pending.shift()!)!
      if (event === 'change') return JSON.parse(data)
    }
  }
  const first = await next()
  t.match(first, { mode: 'manual', now: new Date(simulator.clock.now()).toISOString() })
  await placed()
  const second = await next()
  t.ok(second.changes.orders > first.changes.orders)
  t.ok(second.changes.events > first.changes.events)
  await simulator.advance(60)
  let last = await next()
  while (last.now !== new Date(simulator.clock.now()).toISOString()) last = await next()
  t.pass('the clock was seen to move')
  caller.abort()
  succeeded.add('followChanges')
})

t.test('the page is served with a policy that permits this port alone, and nothing else of this machine', async (t) => {
  for (const path of [
    '/',
    '/console',
    '/console/app.js',
    '/console/style.css',
    '/console/preact.js',
    '/console/contract.json',
  ]) {
    const { status, headers } = await control.get(path)
    t.equal(status, 200, path)
    const policy = headers['content-security-policy']!
    t.match(policy, "default-src 'none'")
    t.notMatch(policy, /unsafe|https?:|\*/, 'no inline script or style, no other place')
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
  for (const path of ['/console/', '/console']) t.match((await control.get(path)).text, '/console/app.js')
  const html = (await control.get('/')).text
  t.notMatch(html, /<script(?![^>]* src="\/)|<style|style=|\son\w+=/, 'nothing inline')
  t.match((await control.get('/console/hooks.js')).text, 'from"./preact.js"', 'a browser finds the library')
  for (const path of [
    '/console/nothing.js',
    '/console/../package.json',
    '/console/%2e%2e%2fpackage.json',
    '/console/constructor',
    '/console/__proto__.js',
  ])
    t.equal((await control.get(path)).status, 404, path)
  t.equal((await control.get('/').set('Host', 'evil.example')).status, 403)
  t.equal((await control.get('/').set('Host', '127.0.0.1:65536')).status, 403, 'no host, as there is no such port')
  t.equal((await control.post('/console')).status, 404)
})

expectSucceeded('console-reads')
