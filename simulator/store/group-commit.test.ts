// Flushes share writes, and a write that fails is made up for.
import { readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createStore } from './create-store.ts'
import { order } from './data-file.support.ts'
import { createGroupCommit } from './group-commit.ts'
import { removeMade } from '../../tests/remove-made.ts'

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
  t.match(
    readFileSync(file, 'utf8').slice(size),
    /^\{"put":"orders",[^\n]*"ord_5"[^\n]*\n\{"commit":1,"crc":\d+,"batch":\d+\}\n$/,
  )
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

t.test('a write that fails is reported, leaves no half batch behind, and is made up for by the next', async (t) => {
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
  removed: (file: string) => removeMade(file),
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
