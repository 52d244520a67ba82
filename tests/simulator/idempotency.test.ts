// Idempotency keys on order creation (Limits / Idempotency).
import t from 'tap'
import type { Draft } from './samples.ts'
import { change } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Answer } from './support.ts'
import type { Item, List, Order } from './wire-types.ts'

const api = await start(t, unlimited)
const place = (
  key: string | undefined,
  body: unknown,
  role: Parameters<typeof api.call>[0] = 'main',
  more: Record<string, string> = {},
) =>
  api.call<Order>(role, 'POST', '/orders', {
    body,
    headers: { ...(key !== undefined && { 'idempotency-key': key }), ...more },
  })
const total = async () => (await api.ok<List<Item>>('main', 'GET', '/orders')).total
const reused = { status: 409, code: 'idempotency_key_reused' }
const draft = (paths: Draft = {}) => change(api.draft(), paths)

/** How many orders a piece of work makes. */
const made = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await total()
  await work()
  return (await total()) - before
}

t.test('the same key with the same body gives the original order, as it was answered', async (t) => {
  const body = draft({ lender_reference: 'idem' })
  const first = await place('key-1', body)
  const replays: Answer<Order>[] = []
  t.equal(await made(async () => replays.push(await place('key-1', body))), 0)
  await api.move(first.body.id, 'appraiser_assigned')
  await api.ok('main', 'PATCH', `/orders/${first.body.id}`, { body: { lender_reference: 'changed since' } })
  replays.push(await place('key-1', body))
  for (const { status, body, headers } of replays) {
    t.equal(status, 201)
    t.strictSame(body, first.body)
    t.equal(headers['location'], first.headers['location'])
  }
  t.same((await api.events({ order_id: first.body.id, type: 'order.created' })).length, 1)
})

t.test('bodies are the same when they mean the same', async (t) => {
  const body = draft({ add_on_codes: ['RENT', 'INCOME'] })
  const { body: first } = await place('key-2', body)
  const shuffle = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffle)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, item]) => [key, shuffle(item)]),
          )
        : value
  const json = { 'content-type': 'application/json' }
  t.equal((await place('key-2', JSON.stringify(shuffle(body), null, 3), 'main', json)).body.id, first.id)
  t.equal((await place('key-2', JSON.stringify(body).replace('Sam', '\\u0053am'), 'main', json)).body.id, first.id)
})

t.test('another body under the same key is refused, and makes nothing', async (t) => {
  const body = draft()
  await place('key-3', body)
  const before = await api.snapshot()
  for (const other of [
    { lender_reference: 'x' },
    { due_date: '2999-01-01' },
    { add_on_codes: [] },
    { 'borrowers.0.first_name': 'Samuel' },
    { unknown: 1 },
    { add_on_codes: ['RENT', 'INCOME'] },
  ]) {
    const answer = await place('key-3', change(body, other))
    refused(t, answer as never, reused, JSON.stringify(other))
    t.notOk('details' in answer.body)
  }
  refused(
    t,
    (await place('key-3', draft({ order_type_code: 'NOPE' }))) as never,
    reused,
    'even one that could not be placed',
  )
  t.same(await api.snapshot(), before)
})

t.test('a key counts for its own credential alone', async (t) => {
  const body = draft()
  const ids = [
    (await place('key-4', body)).body.id,
    (await place('key-4', body, 'main_second')).body.id,
    (await place('key-4', body, 'other_lender')).body.id,
    (await place('key-4', body, 'production')).body.id,
  ]
  t.equal(new Set(ids).size, 4)
  t.equal(
    (await place('key-4', draft({ lender_reference: 'mine' }), 'no_cancel')).status,
    201,
    'whatever others sent under it',
  )
})

t.test('without a key, or with an empty one, each call makes an order', async (t) => {
  const body = draft()
  t.equal(
    await made(() => Promise.all([place(undefined, body), place(undefined, body), place('', body), place('', body)])),
    4,
  )
})

t.test('a key may be any text that a header can hold', async (t) => {
  const body = draft()
  const keys = [
    'k',
    'x'.repeat(255),
    'a b',
    'ключ',
    '{"a":1}',
    "'; DROP TABLE",
    'key-1, key-2',
    '__proto__',
    'constructor',
    'KEY',
    'key',
  ]
  const latin = (key: string) => Buffer.from(key).toString('latin1')
  const work = async () => {
    for (const key of keys) {
      const first = await place(latin(key), body)
      t.equal((await place(latin(key), body)).body.id, first.body.id, key.slice(0, 20))
    }
  }
  t.equal(await made(work), keys.length)
})

t.test('a refused creation leaves its key free', async (t) => {
  refused(t, (await place('key-5', draft({ order_type_code: 'NOPE' }))) as never, {
    status: 422,
    code: 'semantic_validation_failed',
  })
  refused(t, (await place('key-5', {})) as never, { status: 422, code: 'validation_failed' })
  refused(t, (await place('key-5', '{', 'main', { 'content-type': 'application/json' })) as never, {
    status: 400,
    code: 'invalid_request',
  })
  const first = await place('key-5', draft())
  t.equal(first.status, 201)
  t.equal((await place('key-5', draft())).body.id, first.body.id)
})

t.test('a key is forgotten after 24 hours, which a replay does not lengthen', async (t) => {
  const body = draft()
  const { id } = (await place('key-6', body)).body
  await api.simulator.advance(86_399)
  t.equal((await place('key-6', body)).body.id, id)
  refused(t, (await place('key-6', draft({ lender_reference: 'x' }))) as never, reused)
  await api.simulator.advance(1)
  const { status, body: again } = await place('key-6', draft({ lender_reference: 'x' }))
  t.equal(status, 201, 'now another body makes an order')
  t.not(again.id, id)
  t.equal((await place('key-6', draft({ lender_reference: 'x' }))).body.id, again.id, 'which is remembered in turn')
})

t.test('twenty creations at once under one key make one order', async (t) => {
  const body = draft({ documents: [{ filename: 'a.txt', content: 'aGVsbG8=' }] })
  const answers: Answer<Order>[] = []
  const work = async () => answers.push(...(await Promise.all(Array.from({ length: 20 }, () => place('key-7', body)))))
  t.equal(await made(work), 1)
  t.same([...new Set(answers.map(({ status }) => status))], [201])
  t.equal(new Set(answers.map(({ bytes }) => bytes.toString())).size, 1, 'all are the same')
})

t.test('twenty different creations at once under one key make one order', async (t) => {
  const answers: Answer<Order>[] = []
  const one = (n: number) => place('key-8', draft({ lender_reference: `n${n}` }))
  t.equal(await made(async () => answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => one(n)))))), 1)
  const refusals = answers.filter(({ status }) => status !== 201)
  t.equal(refusals.length, 19)
  for (const answer of refusals) refused(t, answer as never, reused)
})

t.test('two hundred creations at once without a key all have their own number', async (t) => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => place(undefined, draft())))
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 200)
  t.equal(new Set(answers.map(({ body }) => body.order_number)).size, 200)
})

t.test('on other writes a key does nothing', async (t) => {
  const { id } = await api.create()
  const headers = { 'idempotency-key': 'key-9' }
  const send = () =>
    api.call<{ id: string }>('main', 'POST', `/orders/${id}/messages`, {
      body: { recipient: 'manager', body: 'x' },
      headers,
    })
  t.not((await send()).body.id, (await send()).body.id)
  t.equal((await place('key-9', draft())).status, 201)
})
