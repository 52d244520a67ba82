// The data file: what was acknowledged survives a kill, a torn end is dropped, and what is not ours is left alone.
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import type { Event, Order, WebhookConfiguration } from '../domain/records.ts'
import { createStore } from './create-store.ts'
import { createGroupCommit } from './group-commit.ts'
import { StoreError } from './store-error.ts'

const ACCOUNT = 'len_a:sandbox'

const order = (id: string, fields: Partial<Order> = {}) =>
  ({
    id,
    account: ACCOUNT,
    created_at: 1,
    updated_at: 1,
    order_number: id,
    lender_reference: null,
    status: { code: 'new', changed_at: 1 },
    ...fields,
  }) as Order

const event = (id: string) =>
  ({
    id,
    account: ACCOUNT,
    type: 'order.created',
    created_at: 1,
    order_id: 'ord_1',
    delivery: { next_attempt_at: 5 },
  }) as Event

/** The code with which opening the file is refused, or undefined when it opens. */
const refusal = (file: string) =>
  createStore({ file }).then(
    (store) => store.close(),
    (error: unknown) => (error instanceof StoreError ? error.code : String(error)),
  )

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
    first.webhooks.put({ account: ACCOUNT, secret: text } as WebhookConfiguration)
    first.settings.put({ id: 'clock', value: '60000' })
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
    await first.files.put('doc_1', bytes)
    const before = [first.orders, first.events, first.webhooks, first.settings].map((table) => [...table.values()])
    await first.close()

    const second = await createStore({ file })
    t.same(
      [second.orders, second.events, second.webhooks, second.settings].map((table) => [...table.values()]),
      before,
    )
    t.equal(
      second.listOrders(ACCOUNT, { lender_reference: text, statuses: ['on_hold'], updated_since: 9 }, 0, 5).total,
      1,
    )
    t.equal(second.listOrders(ACCOUNT, {}, 0, 5).total, 1)
    t.equal(second.undelivered().length, 1)
    t.same(await second.files.get('doc_1'), bytes)
    t.equal(await second.files.get('doc_2'), undefined)
    await second.close()
    t.same(readdirSync(t.testdirName), ['data.ndjson', 'data.ndjson.files'], 'and nothing else is left lying about')
  },
)

/** Runs module text in a process of its own; `store` is open on the file, `say` writes one line and returns once it is out. */
const child = (file: string, body: string) => {
  const code = `
    import { createStore } from ${JSON.stringify(new URL('create-store.js', import.meta.url).href)}
    import { writeSync } from 'node:fs'
    const say = (line) => writeSync(1, line + '\\n')
    const store = await createStore({ file: ${JSON.stringify(file)} })
    ${body}`
  const args = [...process.execArgv, '--input-type=module', '--eval', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Reads the child's lines until enough have come, kills it, and returns all that it said, the last breath included. */
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
       const fields = { account: 'len_a:sandbox', created_at: 1, updated_at: 1, order_number: '1', lender_reference: null }
       const write = async () => {
         for (;;) {
           const id = '${round}-' + n++
           store.orders.put({ ...fields, id, status: { code: 'new' }, filler: 'x'.repeat(5000) })
           store.events.put({ ...fields, id, type: 'order.created', order_id: id, delivery: { next_attempt_at: null } })
           if (n % 10 === 0) await store.files.put(id, Buffer.from(id))
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
    t.equal(store.listOrders(ACCOUNT, {}, 0, 1).total, store.orders.size)
    const files = acknowledged.filter((id) => Number(id.split('-')[1]) % 10 === 9)
    const read = await Promise.all(files.map(async (id) => String(await store.files.get(id))))
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

t.test('a file that is not ours to write is refused by a code and left as it was', async (t) => {
  const made = t.testdir()
  const ours = join(made, 'ours')
  const store = await createStore({ file: ours })
  store.orders.put(order('ord_1'))
  store.orders.put(order('ord_2'))
  await store.close()
  await (await createStore({ file: ours })).close()
  const good = readFileSync(ours, 'utf8')
  const lines = good.split('\n')
  const cases: [name: string, content: string | Buffer, code: string][] = [
    ['a text', 'Dear diary\n', 'data_file_foreign'],
    ['a line without an end', 'x'.repeat(100_000), 'data_file_foreign'],
    ['other JSON', '{"orders":[]}\n', 'data_file_foreign'],
    ['JSON that is no object', 'null\n', 'data_file_foreign'],
    ['bytes', Buffer.from([0, 255, 10, 0]), 'data_file_foreign'],
    ['a newer version', good.replace('"version":1', '"more":"than before","version":2'), 'data_file_too_new'],
    ['a bad line between good ones', good.replace('\n', '\nnonsense\n'), 'data_file_damaged'],
    ['a row of an unknown table', good.replace('"put":"orders"', '"put":"horses"'), 'data_file_damaged'],
    ['a row without a key', good.replace('"id":"ord_1"', '"id":7'), 'data_file_damaged'],
    ['a row missing from a batch', lines.toSpliced(1, 1).join('\n'), 'data_file_damaged'],
    ['a cut in the first batch', good.slice(0, -10), 'data_file_damaged'],
  ]
  for (const [name, content, code] of cases) {
    const directory = join(made, name)
    mkdirSync(directory)
    const file = join(directory, 'data')
    writeFileSync(file, content)
    t.equal(await refusal(file), code, name)
    t.same(readFileSync(file), Buffer.from(content), `${name}: untouched`)
    t.same(readdirSync(directory), ['data'], `${name}: nothing beside it`)
  }
  t.equal(await refusal(made), 'data_file_unreadable', 'a directory')
  t.equal(await refusal(join(made, 'no', 'such', 'data')), 'data_file_unwritable', 'a directory that is missing')
})

t.test('an empty file is taken, as nothing in it can be lost', async (t) => {
  const file = join(t.testdir({ data: '' }), 'data')
  t.equal(await refusal(file), undefined)
})

t.test('a link to a data file stays a link', async (t) => {
  const directory = t.testdir()
  const [real, link] = [join(directory, 'real'), join(directory, 'link')]
  await (await createStore({ file: real })).close()
  symlinkSync(real, link)
  const store = await createStore({ file: link })
  t.equal(await refusal(real), 'data_file_locked', 'one file under two names is still one file')
  store.orders.put(order('ord_1'))
  await store.close()
  t.match(readFileSync(real, 'utf8'), /ord_1/)
})

t.test('a file in use is refused, in this process and in another, and free again after close', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  t.equal(await refusal(file), 'data_file_locked')
  await store.close()

  const holder = child(file, `say('open'); setInterval(() => {}, 1000)`)
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]()
  await lines.next()
  t.equal(await refusal(file), 'data_file_locked')
  holder.kill('SIGKILL')
  await new Promise((resolve) => holder.once('exit', resolve))
  t.equal(await refusal(file), undefined, 'a dead holder keeps nobody out')
})

t.test('the lock of a dead process whose number another process now has is taken over', async (t) => {
  const file = join(t.testdir(), 'data')
  writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, identity: 'of long ago', lock: 'x' }))
  t.equal(await refusal(file), undefined)
  writeFileSync(`${file}.lock`, '')
  t.equal(await refusal(file), undefined, 'an empty lock was left by a process killed while taking it')
  t.same(readdirSync(t.testdirName), ['data'])
})

t.test('a lock file with other content is respected', async (t) => {
  const file = join(t.testdir({ 'data.lock': 'mine' }), 'data')
  t.equal(await refusal(file), 'data_file_locked')
  t.equal(readFileSync(`${file}.lock`, 'utf8'), 'mine')
  t.same(readdirSync(t.testdirName), ['data.lock'])
})

t.test('flushes asked for together share one write, and a write holds only what changed', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  const commits = () => readFileSync(file, 'utf8').match(/^\{"commit"/gm)?.length
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      store.orders.put(order(`ord_${n}`))
      return store.flush()
    }),
  )
  t.equal(commits(), 2, 'the empty snapshot and one batch')
  const size = statSync(file).size
  await store.flush()
  t.equal(statSync(file).size, size, 'nothing changed, nothing written')
  store.orders.put(order('ord_5'))
  await store.flush()
  t.match(readFileSync(file, 'utf8').slice(size), /^\{"put":"orders",[^\n]*"ord_5"[^\n]*\n\{"commit":1\}\n$/)
  await store.close()
})

t.test('a flush asked for while a write runs waits for the next write, which all such flushes share', async (t) => {
  const ends: ((error?: Error) => void)[] = []
  const commit = createGroupCommit(
    () => new Promise((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error)))),
  )
  const soon = () => new Promise((resolve) => setImmediate(resolve))
  const done: string[] = []
  const first = [commit().then(() => done.push('a')), commit().then(() => done.push('b'))]
  await soon()
  const second = [commit().catch(() => done.push('c failed')), commit().catch(() => done.push('d failed'))]
  await soon()
  t.same([ends.length, done], [1, []])
  ends[0]?.()
  await Promise.all(first)
  await soon()
  t.same([ends.length, done], [2, ['a', 'b']])
  const third = commit().then(() => done.push('e'))
  ends[1]?.(new Error('disk full'))
  await Promise.all(second)
  await soon()
  ends[2]?.()
  await third
  t.same(done, ['a', 'b', 'c failed', 'd failed', 'e'], 'a failed write is the affair of those who waited for it')
  t.equal(ends.length, 3)
})

t.test('a write that fails is told, leaves no half batch behind, and is made up for by the next', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  await store.flush()
  const before = readFileSync(file, 'utf8')
  store.orders.put(order('ord_2', { lender_reference: 'x'.repeat(3_000_000) }))
  store.orders.put(order('ord_3', { due_date: 1n as unknown as string }))
  await t.rejects(store.flush(), { code: 'data_file_unwritable' })
  t.equal(readFileSync(file, 'utf8'), before)
  store.orders.put(order('ord_3'))
  await store.flush()
  await store.close()
  const reopened = await createStore({ file })
  t.same(
    Array.from(reopened.orders.values(), (row) => row.id),
    ['ord_1', 'ord_2', 'ord_3'],
  )
  await reopened.close()
})

for (const [name, disturb] of Object.entries({
  removed: (file: string) => rmSync(file),
  'moved away': (file: string) => renameSync(file, `${file}.old`),
  replaced: (file: string) => {
    writeFileSync(`${file}.new`, 'theirs')
    renameSync(`${file}.new`, file)
  },
})) {
  t.test(`no write is acknowledged once the file was ${name}`, async (t) => {
    const file = join(t.testdir(), 'data')
    const store = await createStore({ file })
    disturb(file)
    const left = readdirSync(t.testdirName)
    store.orders.put(order('ord_1'))
    await t.rejects(store.flush(), { code: 'data_file_replaced' })
    await t.rejects(store.clear(), { code: 'data_file_replaced' })
    await t.rejects(store.close(), { code: 'data_file_replaced' })
    t.same(
      readdirSync(t.testdirName),
      left.filter((name) => name !== 'data.lock'),
    )
    if (name === 'replaced') t.equal(readFileSync(file, 'utf8'), 'theirs')
  })
}

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

t.test('a document id that could leave the directory names no file', async (t) => {
  const file = join(t.testdir({ outside: 'theirs' }), 'data')
  for (const store of [await createStore(), await createStore({ file })]) {
    for (const id of ['', '.', '..', '../outside', 'a/b', 'a\\b', '/etc/passwd', 'doc_\0', 'doc 1', 'x'.repeat(201)]) {
      await t.rejects(store.files.put(id, Buffer.from('x')), { code: 'document_id_unsafe' }, JSON.stringify(id))
      await t.rejects(store.files.get(id), { code: 'document_id_unsafe' })
    }
    await store.close()
  }
  t.equal(readFileSync(join(t.testdirName, 'outside'), 'utf8'), 'theirs')
})

t.test('the data file and document files are for their owner alone, unless the owner decided otherwise', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  await store.files.put('doc_1', Buffer.from('x'))
  await store.close()
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.equal(statSync(join(`${file}.files`, 'doc_1')).mode & 0o777, 0o600)
})

t.test('a file of bytes cut to nothing in the middle of a header is refused rather than taken for empty', async (t) => {
  const file = join(t.testdir(), 'data')
  await (await createStore({ file })).close()
  truncateSync(file, 10)
  t.equal(await refusal(file), 'data_file_foreign')
})
