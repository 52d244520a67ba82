// A temporary folder goes with what is in it, and one that cannot be made is refused in one sentence.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { temporaryFolder } from './temporary-folder.ts'

t.test('it goes with what is in it', async (t) => {
  const folder = temporaryFolder('some')
  writeFileSync(join(folder.path, 'file'), 'text')
  folder.remove()
  t.notOk(existsSync(folder.path))
})

t.test('where none can be made, one sentence says why and what to do', async (t) => {
  const file = join(t.testdir({ file: 'text' }), 'file')
  t.throws(() => temporaryFolder('some', file), {
    code: 'no_temporary_folder',
    exitCode: 3,
    message: /^A temporary folder \S+ was expected to be made, but cannot be \(ENOTDIR\); [^\n]+\.$/,
  })
})
