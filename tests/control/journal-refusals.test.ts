// An entry of the journal says why the service refused: the rules of the contract behind it, or the freedom where none decides.
import t from 'tap'
import { rules } from '../../simulator/contract/rules.ts'
import { expectSucceeded } from './succeeding.ts'
import { begin, draft, lender, ok, placed, refused, simulator, type Json } from './support.ts'

await begin()

/** The entry of what was sent last. */
const latest = async (): Promise<Json> => {
  const { last } = await ok('get', '/journal?limit=1')
  return ok('get', `/journal/${last}`)
}

const rulesOf = ({ refusal }: Json): string[] => refusal.rules.map(({ id }: Json) => id)

const refusedBy = async (...call: Parameters<typeof lender>): Promise<string[]> => {
  const { status } = await lender(...call)
  if (status < 400) throw new Error(`${call[1]} ${call[2]} answered ${status}`)
  return rulesOf(await latest())
}

const without = (path: string): Json => {
  const body = draft() as Json
  const parts = path.split('.')
  const last = parts.pop()!
  delete parts.reduce((at, part) => at[part], body)[last]
  return body
}

t.test('what is accepted has no refusal, and the entry is whole', async (t) => {
  const { status, body } = await lender('main', 'post', '/orders', draft())
  t.equal(status, 201)
  const { entry, refusal } = await latest()
  t.equal(refusal, null)
  t.strictSame(JSON.parse(entry.response.content.text), body)
})

t.test('a missing or wrong field is refused by the rule about the field', async (t) => {
  t.strictSame(await refusedBy('main', 'post', '/orders', without('due_date')), ['create.due-date-required'])
  t.strictSame(await refusedBy('main', 'post', '/orders', without('borrowers.0.first_name')), [
    'create.borrower-first-name-required',
  ])
  const wrong = draft() as Json
  wrong.property.type = 'castle'
  const [rule] = await refusedBy('main', 'post', '/orders', wrong)
  t.match(rules().byId.get(rule!)?.text, /property type/i)
  t.ok(rules().rows.find(({ id }) => id === rule)?.input, 'and it is one about what is sent')
})

t.test('an action that the status of the order does not allow is refused by the rule of its cell', async (t) => {
  const id = await placed()
  t.strictSame(await refusedBy('main', 'post', `/orders/${id}/resume`, {}), ['actions.resume-refused-in-new'])
  await ok('post', `/orders/${id}/deliver`, {})
  t.strictSame(await refusedBy('main', 'post', `/orders/${id}/hold`, { reason: 'x' }), [
    'actions.hold-refused-in-report-complete',
  ])
  const { refusal } = await latest()
  t.match(refusal, { status: 409, code: 'action_not_allowed_in_status', client: 'Read the order and decide.' })
})

t.test('a call without a token, or with none of ours, is refused by the rule about tokens', async (t) => {
  const url = `${simulator.sandboxUrl}/account`
  for (const [headers, rule] of [
    [{}, 'auth.missing-token-is-refused'],
    [{ authorization: 'Bearer nothing' }, 'auth.unknown-token-is-refused'],
    [{ authorization: 'Basic eDp5' }, 'auth.other-scheme-is-no-token'],
  ] as [Record<string, string>, string][]) {
    t.equal((await fetch(url, { headers })).status, 401)
    t.strictSame(rulesOf(await latest()), [rule])
  }
})

t.test('a code that has a rule of its own leads to the rule', async (t) => {
  t.strictSame(await refusedBy('main', 'get', '/orders/ord_none'), [
    'errors.unknown-resource-is-not-found',
    'errors.resource-not-entitled-is-not-found',
  ])
  const { refusal } = await latest()
  t.match(refusal, { code: 'not_found', freedom: null })
})

t.test('an injected fault is no refusal of the service', async (t) => {
  const { id } = await ok('post', '/faults', { kind: 'status', status: 503, operation: 'getAccount', times: 1 })
  t.equal((await lender('main', 'get', '/account')).status, 503)
  const { entry, refusal } = await latest()
  t.equal(entry._fault, id)
  t.equal(refusal, null)
})

t.test('every refusal of a rule, a code or a freedom names one that there is', async (t) => {
  const id = await placed()
  for (const call of [
    ['post', `/orders/${id}/revision-requests`, { kind: 'correction', reason: 'x' }],
    ['post', `/sandbox/orders/${id}/advance`, { to_status: 'cancelled' }],
    ['post', `/orders/${id}/messages`, { recipient: 'nobody' }],
    ['put', '/webhook', { url: 'ftp://x' }],
    ['post', '/orders', []],
    ['get', '/orders?page=0'],
  ] as ['post' | 'get' | 'put', string, object?][]) {
    await lender('main', ...call)
    const { entry, refusal } = await latest()
    t.ok(entry.response.status >= 400, call[1])
    t.ok(refusal.meaning && refusal.client, `${call[1]}: its meaning, and what to do`)
    for (const rule of refusal.rules) t.ok(rules().byId.has(rule.id), `${call[1]}: ${rule.id}`)
    t.ok(refusal.rules.length > 0 || refusal.freedom, `${call[1]}: a reason`)
  }
})

t.test('an entry that is not there, or no more, is refused', async (t) => {
  await refused(t, 'get', '/journal/j999999', undefined, 404, /There is no journal entry j999999; GET \/journal/)
  await refused(t, 'get', '/journal/nothing', undefined, 404, /There is no journal entry nothing/)
})

t.test('a list of refusals, of earlier entries, with the beginning of each body', async (t) => {
  const all = (await ok('get', '/journal?limit=1000')).data as Json[]
  const refusals = (await ok('get', '/journal?limit=1000&refused=true')).data as Json[]
  t.ok(refusals.length > 0 && refusals.length < all.length)
  t.strictSame(
    refusals.map(({ _id }) => _id),
    all.filter(({ response }) => response.status === 0 || response.status >= 400).map(({ _id }) => _id),
  )
  const [, , third] = all
  const { data, has_more } = await ok('get', `/journal?limit=1&before=${third._id}&max_body=10`)
  t.equal(data[0]._id, all[1]._id, 'the latest of those before')
  t.equal(has_more, true)
  t.equal(data[0].response.content.text, all[1].response.content.text.slice(0, 10))
  t.equal(data[0].response.content._truncated, true)
  t.equal(data[0].response.content.size, all[1].response.content.size)
})

expectSucceeded('journal-refusals')
