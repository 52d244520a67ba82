// What is not ours to write is left alone: files of others, files in use, links.
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { createStore } from './create-store.ts'
import { child, order, refusal } from './data-file.support.ts'

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
