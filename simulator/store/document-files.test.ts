// Files of documents: no id leaves their directory, and they are for their owner alone.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createStore } from './create-store.ts'

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
