// What is not ours to write is left alone: files of others, files in use, links.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { createStore } from './create-store.ts'
import { child, order, refusal } from './data-file.support.ts'
import { lockFile } from './file-lock.ts'
import type { StoreError } from './store-error.ts'
import { removeMade } from '../../tests/remove-made.ts'

/** The lock of a process that ended, and of one whose number says nothing here. */
const dead = JSON.stringify({ pid: process.pid, identity: 'of long ago', lock: 'x' })
const elsewhere = JSON.stringify({ pid: 1, identity: '1 boot 5', namespace: 'pid:[1] of another container', lock: 'x' })

/** A process that may do everything does this as one that may not. */
const unprivileged = async <T>(work: () => Promise<T>): Promise<T> => {
  if (process.getuid?.() !== 0) return work()
  process.seteuid!(65_534)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}

t.test('a file that is not ours to write is refused by a code and left as it was', async (t) => {
  const made = t.testdir()
  const ours = join(made, 'ours')
  const store = await createStore({ file: ours })
  // One batch has both.
  await store.clear(() => {
    store.orders.put(order('ord_1'))
    store.orders.put(order('ord_2'))
  })
  await store.close()
  const good = readFileSync(ours, 'utf8')
  const lines = good.split('\n')
  const cases: [name: string, content: string | Buffer, code: string][] = [
    ['a text', 'Dear diary\n', 'data_file_foreign'],
    ['a line without an end', 'x'.repeat(100_000), 'data_file_foreign'],
    ['other JSON', '{"orders":[]}\n', 'data_file_foreign'],
    ['JSON that is no object', 'null\n', 'data_file_foreign'],
    ['bytes', Buffer.from([0, 255, 10, 0]), 'data_file_foreign'],
    ['a newer version', good.replace('"version":3', '"more":"than before","version":4'), 'data_file_too_new'],
    ['a bad line between good ones', good.replace('\n', '\nnonsense\n'), 'data_file_damaged'],
    ['a row of an unknown table', good.replace('"put":"orders"', '"put":"horses"'), 'data_file_damaged'],
    ['a row without a key', good.replace('"id":"ord_1"', '"id":7'), 'data_file_damaged'],
    ['a row missing from a batch', lines.toSpliced(1, 1).join('\n'), 'data_file_damaged'],
    ['a batch that is there twice', `${good}${lines.slice(1).join('\n')}`, 'data_file_damaged'],
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

t.test('what is not a regular file is refused and stays what it is', async (t) => {
  const directory = t.testdir()
  const [pipe, device] = [join(directory, 'pipe'), join(directory, 'device')]
  execFileSync('mkfifo', [pipe])
  t.equal(await refusal(pipe), 'data_file_irregular', 'a pipe')
  t.ok(lstatSync(pipe).isFIFO())
  try {
    // What /dev/null is.
    execFileSync('mknod', [device, 'c', '1', '3'], { stdio: 'ignore' })
  } catch {
    return t.comment('a device needs a privileged user; a pipe stands for it')
  }
  t.equal(await refusal(device), 'data_file_irregular', 'a device')
  t.ok(lstatSync(device).isCharacterDevice())
  t.same(readdirSync(directory), ['device', 'pipe'], 'nothing is left beside them')
})

t.test('a link to where nothing is yet is followed', async (t) => {
  const directory = t.testdir()
  symlinkSync('real', join(directory, 'link'))
  await (await createStore({ file: join(directory, 'link') })).close()
  t.ok(lstatSync(join(directory, 'link')).isSymbolicLink())
  t.same(readdirSync(directory), ['link', 'real'])
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
  writeFileSync(`${file}.lock`, dead)
  t.equal(await refusal(file), undefined)
  t.same(readdirSync(t.testdirName), ['data'])
})

t.test('of those that find the lock of a dead process at once, one has the file', async (t) => {
  const directory = t.testdir()
  for (let round = 0; round < 200; round += 1) {
    const file = join(directory, 'data')
    writeFileSync(`${file}.lock`, dead)
    // One that a process left that was killed while it took the other over.
    if (round % 2 === 1) writeFileSync(`${file}.lock.lock`, dead)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => lockFile(file)))
    const held = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as StoreError).code] : []))
    if (held.length !== 1 || refused.some((code) => code !== 'data_file_locked')) {
      t.fail(`round ${round}: ${held.length} holders, and ${refused.join()}`)
      break
    }
    await held[0]!.release()
    if (readdirSync(directory).length > 0) t.fail(`round ${round} left ${readdirSync(directory).join()}`)
  }
  t.pass('every round')
})

for (const [name, disturb] of Object.entries({
  'is another process’s now': (file: string) => writeFileSync(`${file}.lock`, elsewhere),
  'was removed, and that was written since': (file: string) => {
    removeMade(`${file}.lock`)
    appendFileSync(file, 'of another process\n')
  },
}))
  t.test(`nothing is written to a file whose lock ${name}`, async (t) => {
    const file = join(t.testdir(), 'data')
    const store = await createStore({ file })
    store.orders.put(order('ord_0'))
    await store.flush()
    disturb(file)
    const before = readFileSync(file, 'utf8')
    store.orders.put(order('ord_1'))
    await t.rejects(store.flush(), { code: 'data_file_locked' })
    await t.rejects(store.close(), { code: 'data_file_locked' })
    t.equal(readFileSync(file, 'utf8'), before)
  })

t.test('a lock that a cleaner removed is taken again', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  for (const id of ['ord_1', 'ord_2']) {
    store.orders.put(order(id))
    await store.flush()
    removeMade(`${file}.lock`)
  }
  store.orders.put(order('ord_3'))
  await store.flush()
  t.equal(await refusal(file), 'data_file_locked', 'it keeps others out as before')
  await store.close()
  t.same(readdirSync(t.testdirName), ['data'])
  const again = await createStore({ file })
  t.equal(again.orders.size, 3)
  await again.close()
})

t.test('a lock that cannot be read at the end, as without a free descriptor, is given back', async (t) => {
  const made = mkdtempSync(join(tmpdir(), 'assay-'))
  t.teardown(() => removeMade(made))
  chmodSync(made, 0o777)
  const file = join(made, 'data')
  await unprivileged(async () => {
    const lock = await lockFile(file)
    chmodSync(`${file}.lock`, 0o000)
    await lock.release()
  })
  t.same(readdirSync(made), [])
  writeFileSync(`${file}.lock`, elsewhere)
  await unprivileged(async () => {
    const lock = await lockFile(file, { silentMs: 20 })
    removeMade(`${file}.lock`)
    writeFileSync(`${file}.lock`, elsewhere, { mode: 0o000 })
    await lock.release()
  })
  t.same(readdirSync(made), ['data.lock'], 'that of another process stays')
})

t.test('who waits for a lock says so beforehand', async (t) => {
  const file = join(t.testdir({ 'data.lock': '' }), 'data')
  const waited: [string, number][] = []
  const lock = await lockFile(file, { silentMs: 20, waiting: (...given) => void waited.push(given) })
  t.same(waited, [[`${file}.lock`, 20]])
  await lock.release()
  await (await lockFile(file, { waiting: () => t.fail('nothing is waited for') })).release()
})

t.test('a name may be as long as the files beside it permit', async (t) => {
  const directory = t.testdir()
  const file = join(directory, 'd'.repeat(245))
  writeFileSync(`${file}.lock`, dead)
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  await store.close()
  t.equal(await refusal(file), undefined)
  for (const length of [246, 251, 256])
    await t.rejects(createStore({ file: join(directory, 'd'.repeat(length)) }), {
      code: 'data_file_unwritable',
      message: /a name of at most 245 bytes, .* ENAMETOOLONG: choose a shorter name\.$/,
    })
  t.same(readdirSync(directory), ['d'.repeat(245)])
})

t.test('a lock file with other content is respected', async (t) => {
  const file = join(t.testdir({ 'data.lock': 'mine' }), 'data')
  t.equal(await refusal(file), 'data_file_locked')
  t.equal(readFileSync(`${file}.lock`, 'utf8'), 'mine')
  t.same(readdirSync(t.testdirName), ['data.lock'])
})

for (const [what, text] of Object.entries({ 'a lock of another container': elsewhere, 'an empty lock': '' })) {
  t.test(`${what} is respected while its holder shows that it lives`, async (t) => {
    const file = join(t.testdir(), 'data')
    const path = `${file}.lock`
    writeFileSync(path, text)
    const beating = setInterval(() => utimesSync(path, new Date(), new Date()), 5)
    await t.rejects(lockFile(file, { silentMs: 2000 }), { code: 'data_file_locked' })
    clearInterval(beating)
    t.equal(readFileSync(path, 'utf8'), text)
  })

  t.test(`${what} is taken over when its holder shows nothing`, async (t) => {
    const file = join(t.testdir(), 'data')
    writeFileSync(`${file}.lock`, text)
    const lock = await lockFile(file, { silentMs: 20 })
    t.match(readFileSync(`${file}.lock`, 'utf8'), `"pid":${process.pid}`)
    await lock.release()
    t.same(readdirSync(t.testdirName), [])
  })
}

t.test('the holder of a lock shows that it lives', async (t) => {
  const file = join(t.testdir(), 'data')
  const lock = await lockFile(file, { beatMs: 1 })
  const path = `${file}.lock`
  utimesSync(path, 1, 1)
  while (statSync(path).mtimeMs < 10_000) await new Promise((resolve) => setTimeout(resolve, 1))
  t.pass('it touches its lock again and again')
  await lock.release()
})

t.test('what may not be read or written is refused and stays as it is', async (t) => {
  const made = mkdtempSync(join(tmpdir(), 'assay-'))
  t.teardown(() => removeMade(made))
  chmodSync(made, 0o755)
  const file = join(made, 'kept', 'data')
  mkdirSync(join(made, 'kept'))
  const store = await createStore({ file })
  store.orders.put(order('ord_1'))
  await store.close()
  const content = readFileSync(file)
  const cases: [name: string, folder: number, file: number, code: string][] = [
    ['a folder and a file to read alone', 0o555, 0o444, 'data_file_unwritable'],
    ['a file to read alone', 0o777, 0o444, 'data_file_unwritable'],
    ['a file that may not be read', 0o777, 0o000, 'data_file_unreadable'],
  ]
  for (const [name, ofFolder, ofFile, code] of cases) {
    chmodSync(file, ofFile)
    chmodSync(join(made, 'kept'), ofFolder)
    t.equal(await unprivileged(() => refusal(file)), code, name)
    chmodSync(join(made, 'kept'), 0o755)
    chmodSync(file, 0o644)
    t.same(readFileSync(file), content, `${name}: untouched`)
    t.same(readdirSync(join(made, 'kept')), ['data'], `${name}: nothing beside it`)
  }
})

t.test(
  'a lock has its text from its first moment on, as an empty one is taken for that of a dead holder',
  async (t) => {
    const file = join(t.testdir(), 'data')
    const seen: string[] = []
    let isOver = false
    const look = (): void => {
      try {
        seen.push(readFileSync(`${file}.lock`, 'utf8'))
      } catch {
        // There is none just now.
      }
      if (!isOver) setImmediate(look)
    }
    look()
    for (let turn = 0; turn < 100; turn += 1) await (await lockFile(file)).release()
    isOver = true
    t.ok(seen.length > 0)
    t.notOk(seen.includes(''))
    t.same(readdirSync(join(file, '..')), [], 'nothing is left beside it')
  },
)

t.test('what is no file in the place of the lock is refused, and not waited for', async (t) => {
  const file = join(t.testdir({ 'folder.lock': {}, mine: 'mine' }), 'data')
  execFileSync('mkfifo', [`${file}.lock`])
  symlinkSync(join(t.testdirName, 'mine'), join(t.testdirName, 'link.lock'))
  for (const name of ['data', 'folder', 'link'])
    t.equal(await refusal(join(t.testdirName, name)), 'data_file_irregular', name)
  t.equal(readFileSync(join(t.testdirName, 'mine'), 'utf8'), 'mine')
})
