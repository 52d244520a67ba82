// Files of documents: no id leaves their directory, and they are for their owner alone.
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { createStore } from './create-store.ts'
import { ended } from '../../tests/wait-for.ts'
import { child, wholeRow } from './data-file.support.ts'

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

/** A data file that knows one document, closed again. */
const withDocument = async (t: Test) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  await store.files.put('doc_1', Buffer.from('kept'))
  store.documents.put(wholeRow('documents', { id: 'doc_1', order_id: 'ord_1' }))
  await store.close()
  return { file, files: `${file}.files`, reopen: () => createStore({ file }) }
}

const treeOf = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

/** As an earlier version made it, which set no marks. */
const unmark = (t: Test, files: string): void => {
  for (const folder of [files, join(files, '.incoming')])
    renameSync(join(folder, '.assay'), join(t.testdirName, `mark of ${folder === files ? 'files' : 'incoming'}`))
}

const foreign = async (t: Test, reopen: () => Promise<unknown>, folder: string, named: string) => {
  const before = treeOf(folder)
  await t.rejects(reopen(), { code: 'files_folder_foreign', message: named })
  t.same(treeOf(folder), before, 'all is as it was')
}

t.test('a folder of the same name with files of its owner is refused, and stays as it is', async (t) => {
  const directory = t.testdir({ 'data.files': { 'notes.txt': 'mine', doc_1: 'mine', '.incoming': { '1-1': 'mine' } } })
  const file = join(directory, 'data')
  await foreign(t, () => createStore({ file }), `${file}.files`, 'doc_1')
  t.same(readdirSync(directory), ['data.files'], 'and no data file was begun')
})

t.test('a link in the place of the folder, or of a folder in it, is refused and not followed', async (t) => {
  const { file, files, reopen } = await withDocument(t)
  const elsewhere = join(t.testdirName, 'elsewhere')
  renameSync(files, elsewhere)
  symlinkSync(elsewhere, files)
  writeFileSync(join(elsewhere, 'doc_2'), 'mine')
  await foreign(t, reopen, elsewhere, 'is a link')
  const other = `${file}-2`
  mkdirSync(`${other}.files`)
  symlinkSync(elsewhere, join(`${other}.files`, '.incoming'))
  await foreign(t, () => createStore({ file: other }), elsewhere, '.incoming')
})

t.test('a file in the place of the folder is refused in one sentence', async (t) => {
  const file = join(t.testdir({ 'data.files': 'mine' }), 'data')
  await t.rejects(createStore({ file }), { code: 'files_folder_foreign', message: 'is no folder' })
})

t.test('a file that assay did not name is refused in a folder of its own, too', async (t) => {
  const { files, reopen } = await withDocument(t)
  writeFileSync(join(files, '.DS_Store'), 'of a file manager')
  writeFileSync(join(files, 'doc_2'), 'its document was never put')
  writeFileSync(join(files, 'doc_1 (copy).pdf'), 'mine')
  await foreign(t, reopen, files, '(copy).pdf')
  renameSync(join(files, 'doc_1 (copy).pdf'), join(files, '.incoming', 'notes'))
  await foreign(t, reopen, files, 'notes')
  renameSync(join(files, '.incoming', 'notes'), join(t.testdirName, 'notes'))
  await (await reopen()).close()
  t.same(treeOf(files), ['.DS_Store', '.assay', 'doc_1'])
})

t.test(
  'a file of another name that a kill left before the data file knew it is removed, and the start goes on',
  async (t) => {
    const { file, files, reopen } = await withDocument(t)
    const killed = child(
      file,
      `await store.files.put('photo.jpg', Buffer.from('x')); process.kill(process.pid, 'SIGKILL')`,
    )
    killed.stdout.resume()
    await ended(killed)
    t.ok(treeOf(files).includes('photo.jpg'))
    const store = await reopen()
    t.same(treeOf(files), ['.assay', 'doc_1'])
    await store.files.put('photo.jpg', Buffer.from('x'))
    store.documents.put(wholeRow('documents', { id: 'photo.jpg', order_id: 'ord_1' }))
    await store.close()
    for (let round = 0; round < 2; round += 1) await (await reopen()).close()
    t.same(treeOf(files), ['.assay', 'doc_1', 'photo.jpg'], 'one that is known stays')
  },
)

t.test('a folder of an earlier version is marked when the data file knows all that is in it', async (t) => {
  const { files, reopen } = await withDocument(t)
  unmark(t, files)
  writeFileSync(join(files, 'doc_2'), 'of whom?')
  await foreign(t, reopen, files, 'doc_2')
  renameSync(join(files, 'doc_2'), join(t.testdirName, 'doc_2'))
  const store = await reopen()
  t.equal(String(await store.files.get('doc_1')), 'kept')
  await store.files.put('doc_3', Buffer.from('never put'))
  await store.close()
  await (await reopen()).close()
  t.same(treeOf(files), ['.assay', 'doc_1'])
})

t.test('a process that was killed while it marked its folder left nothing foreign', async (t) => {
  const file = join(t.testdir({ 'data.files': { '.assay': '' } }), 'data')
  const store = await createStore({ file })
  await store.files.put('doc_1', Buffer.from('x'))
  await store.close()
  const later = `${file}-2`
  mkdirSync(join(`${later}.files`, '.incoming'), { recursive: true })
  await (await createStore({ file: later })).close()
  t.same(readdirSync(t.testdirName), ['data', 'data-2', 'data.files'])
})

t.test('an empty folder is not removed, and taken when the first file comes', async (t) => {
  const file = join(t.testdir({ 'data.files': {} }), 'data')
  await (await createStore({ file })).close()
  const store = await createStore({ file })
  t.same(readdirSync(`${file}.files`), [])
  await store.files.put('doc_1', Buffer.from('x'))
  await store.close()
  t.same(readdirSync(`${file}.files`), ['.assay', '.incoming', 'doc_1'])
})

t.test('a file of an owner that appears while a folder is in use outlives a reset', async (t) => {
  const { files, reopen } = await withDocument(t)
  const store = await reopen()
  await store.files.put('imported.pdf', Buffer.from('of a world'))
  writeFileSync(join(files, 'mine.pdf'), 'mine')
  await store.clear()
  t.same(treeOf(files), ['.assay', 'mine.pdf'])
  await store.close()
})
