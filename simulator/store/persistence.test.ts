// The data file: what was acknowledged survives a kill, and a torn end is dropped.
import { appendFileSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import type { Document, Event, WebhookConfiguration } from '../domain/records.ts'
import { createStore } from './create-store.ts'
import { account, child, order, refusal, wholeRow } from './data-file.support.ts'

const document = (id: string): Document => wholeRow('documents', { id, order_id: 'ord_1' })

const event = (id: string): Event =>
  wholeRow('events', {
    id,
    account,
    type: 'order.created',
    order_id: 'ord_1',
    delivery: { status: 'pending', attempts: 0, last_attempt_at: null, next_attempt_at: 5, last_response_status: null },
  })

t.test(
  'a reopened file gives back rows, deletions, views, settings and file bytes, every character included',
  async (t) => {
    const file = join(t.testdir(), 'data.ndjson')
    const text = 'Zoë \u2028\u2029\r\n"\\ \u{1f3e0} \ud800 \u0000'
    const first = await createStore({ file })
    first.orders.put(order('ord_1', { lender_reference: text }))
    first.orders.put(order('ord_2'))
    await first.flush()
    first.orders.delete('ord_2')
    first.orders.put(
      order('ord_1', { lender_reference: text, updated_at: 9, status: { code: 'on_hold', changed_at: 9 } }),
    )
    first.events.put(event('evt_1'))
    first.webhooks.put(wholeRow<WebhookConfiguration>('webhooks', { account, secret: text }))
    first.settings.put({ id: 'clock', value: '60000' })
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
    await first.files.put('doc_1', bytes)
    first.documents.put(document('doc_1'))
    const before = [first.orders, first.events, first.webhooks, first.settings].map((table) => [...table.values()])
    await first.close()

    const second = await createStore({ file })
    t.same(
      [second.orders, second.events, second.webhooks, second.settings].map((table) => [...table.values()]),
      before,
    )
    t.equal(
      second.listOrders(account, { lender_reference: text, statuses: ['on_hold'], updated_since: 9 }, 0, 5).total,
      1,
    )
    t.equal(second.listOrders(account, {}, 0, 5).total, 1)
    t.equal(second.undelivered().length, 1)
    t.same(await second.files.get('doc_1'), bytes)
    t.equal(await second.files.get('doc_2'), undefined)
    await second.close()
    t.same(readdirSync(t.testdirName), ['data.ndjson', 'data.ndjson.files'], 'and nothing else is left lying about')
  },
)

/** Reads the child's lines until enough have come, kills it, and returns all its output. */
const killAfter = async (running: ReturnType<typeof child>, count: number) => {
  const said: string[] = []
  const ended = new Promise((resolve) => running.once('exit', (_code, signal) => resolve(signal)))
  for await (const line of createInterface({ input: running.stdout })) {
    if (said.push(line) === count) running.kill('SIGKILL')
  }
  return { said, signal: await ended }
}

t.test('every acknowledged write survives kill -9 in a stream of writes, again and again', async (t) => {
  const file = join(t.testdir(), 'data.ndjson')
  const acknowledged: string[] = []
  for (const round of [1, 2]) {
    const writer = child(
      file,
      `let n = 0
       const [anOrder, anEvent, aDocument] = ${JSON.stringify([order('x'), event('x'), document('x')])}
       const write = async () => {
         for (;;) {
           const id = '${round}-' + n++
           store.orders.put({ ...anOrder, id, filler: 'x'.repeat(5000) })
           store.events.put({ ...anEvent, id, order_id: id })
           if (n % 10 === 0) {
             await store.files.put('doc_' + id, Buffer.from(id))
             store.documents.put({ ...aDocument, id: 'doc_' + id, order_id: id })
           }
           await store.flush()
           say(id)
         }
       }
       await Promise.all([write(), write(), write(), write(), write()])`,
    )
    const { said, signal } = await killAfter(writer, 200 * round)
    t.equal(signal, 'SIGKILL')
    acknowledged.push(...said)

    const store = await createStore({ file })
    const lost = acknowledged.filter((id) => store.orders.get(id) === undefined || store.events.get(id) === undefined)
    t.same(lost, [], `all of ${acknowledged.length} acknowledged orders and events are there`)
    t.equal(store.orders.size, store.events.size, 'rows put together came through together')
    t.equal(store.listOrders(account, {}, 0, 1).total, store.orders.size)
    const files = acknowledged.filter((id) => Number(id.split('-')[1]) % 10 === 9)
    const read = await Promise.all(files.map(async (id) => String(await store.files.get(`doc_${id}`))))
    t.same(read, files, 'every document put before an acknowledgement is there')
    t.ok(files.length > 0)
    await store.close()
  }
})

t.test('a file cut off anywhere in its last batch opens as it was before that batch, and says so', async (t) => {
  const file = join(t.testdir(), 'data.ndjson')
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  await store.flush()
  const whole = statSync(file).size
  store.orders.put(order('ord_2', { lender_reference: 'ü' }))
  store.orders.delete('ord_1')
  await store.flush()
  const content = readFileSync(file)
  await store.close()

  for (let length = whole; length < content.length; length++) {
    writeFileSync(file, content.subarray(0, length))
    const warnings: object[] = []
    const reopened = await createStore({ file, log: { warn: (fields) => void warnings.push(fields) } })
    const ids = [...reopened.orders.values()].map((row) => row.id)
    await reopened.close()
    const expected = length === whole ? [] : [{ file, bytes: length - whole }]
    if (ids.join() !== 'ord_1') t.fail(`cut at ${length}: ${ids.join()}`)
    if (JSON.stringify(warnings) !== JSON.stringify(expected)) t.fail(`cut at ${length}: ${JSON.stringify(warnings)}`)
  }
  const warnings: object[] = []
  await (await createStore({ file, log: { warn: (fields) => void warnings.push(fields) } })).close()
  t.same(warnings, [], 'the torn end is gone after one opening')
})

t.test('a file that is whole is written on and not again, and one of an older version is replaced', async (t) => {
  const file = join(t.testdir(), 'data')
  const first = await createStore({ file })
  first.orders.put(order('ord_1'))
  await first.close()
  const before = readFileSync(file, 'utf8')
  const { ino } = statSync(file)
  const second = await createStore({ file })
  t.equal(readFileSync(file, 'utf8'), before, 'nothing is written as it opens')
  second.orders.put(order('ord_2'))
  await second.flush()
  const after = readFileSync(file, 'utf8')
  t.ok(after.startsWith(before) && after.length > before.length, 'a change is appended')
  second.orders.delete('ord_1')
  await second.close()
  t.equal(statSync(file).ino, ino)
  const third = await createStore({ file })
  t.strictSame(
    [...third.orders.values()].map(({ id }) => id),
    ['ord_2'],
  )
  await third.close()
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version":3', '"version":2'))
  await (await createStore({ file })).close()
  t.match(readFileSync(file, 'utf8'), /"version":3/)
})

t.test('a write after a torn end was dropped is read back', async (t) => {
  const file = join(t.testdir(), 'data.ndjson')
  await (await createStore({ file })).close()
  appendFileSync(file, '{"put":"orders","row":{"id":"ord_9"}}\n{"put":"ord')
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  await store.close()
  const reopened = await createStore({ file })
  t.same(
    Array.from(reopened.orders.values(), (row) => row.id),
    ['ord_1'],
  )
  await reopened.close()
})

t.test('an empty file is taken, as nothing in it can be lost', async (t) => {
  const file = join(t.testdir({ data: '' }), 'data')
  t.equal(await refusal(file), undefined)
})

t.test('clear empties the disk too, and what is written after it stays', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  store.orders.put(order('ord_secret'))
  await store.files.put('doc_1', Buffer.from('x'))
  await store.flush()
  store.orders.put(order('ord_unflushed'))
  await store.clear()
  t.notMatch(readFileSync(file, 'utf8'), /ord_/)
  t.same(readdirSync(t.testdirName), ['data', 'data.lock'])
  store.orders.put(order('ord_2'))
  await store.files.put('doc_2', Buffer.from('y'))
  store.documents.put(document('doc_2'))
  await store.close()
  const reopened = await createStore({ file })
  t.same(
    Array.from(reopened.orders.values(), (row) => row.id),
    ['ord_2'],
  )
  t.equal(await reopened.files.get('doc_1'), undefined)
  t.same(await reopened.files.get('doc_2'), Buffer.from('y'))
  await reopened.close()
})

t.test('what is not acknowledged when the file is cleared meanwhile does not come back', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  const flushed = store.flush()
  const cleared = store.clear()
  store.orders.put(order('ord_2'))
  await Promise.all([flushed, cleared, store.flush()])
  await store.close()
  const reopened = await createStore({ file })
  t.same(
    Array.from(reopened.orders.values(), (row) => row.id),
    ['ord_2'],
  )
  await reopened.close()
})

t.test('a file of bytes cut to nothing in the middle of a header is refused rather than taken for empty', async (t) => {
  const file = join(t.testdir(), 'data')
  await (await createStore({ file })).close()
  truncateSync(file, 10)
  t.equal(await refusal(file), 'data_file_foreign')
})
