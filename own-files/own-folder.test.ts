// Removal: only in a marked folder, only names that assay gave, and never through a link.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { removeOwnFile } from './own-file.ts'
import { ensureOwnFolder, removeEmptyFolder, removeOwnFiles, removeOwnFolder } from './own-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

const treeOf = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
const refused = { code: 'not_made_by_assay' }

t.test(
  'nothing is removed in a folder without a mark, of another purpose, behind a link, or with a mark that is none',
  async (t) => {
    const at = t.testdir({ plain: { a: '' }, wrong: { '.assay': '{"made_by":"me","purpose":"reports"}', a: '' } })
    const [made, link] = [join(at, 'made'), join(at, 'link')]
    ensureOwnFolder(made, 'reports')
    writeFileSync(join(made, 'a'), '')
    symlinkSync(made, link)
    symlinkSync(join(at, 'plain'), join(made, 'link'))
    const before = treeOf(at)
    for (const [folder, purpose] of [
      [join(at, 'plain'), 'reports'],
      [join(at, 'wrong'), 'reports'],
      [link, 'reports'],
      [made, 'documents'],
    ] as const) {
      t.throws(() => removeOwnFiles(folder, purpose, ['a']), refused, folder)
      t.throws(() => removeOwnFolder(folder, purpose, () => true), refused, folder)
      t.throws(() => removeEmptyFolder(folder, purpose), refused, folder)
    }
    for (const name of ['../plain/a', '..', '', 'x\\a', 'link/a'])
      t.throws(() => removeOwnFiles(made, 'reports', [name]), refused, name)
    t.same(treeOf(at), before)
    removeOwnFiles(made, 'reports', ['a', 'never there'])
    removeEmptyFolder(made, 'reports')
    t.same(readdirSync(made), ['.assay', 'link'], 'what is not empty stays')
  },
)

t.test('a folder is marked when it is made or empty, and not when it holds something', async (t) => {
  const at = t.testdir({ empty: {}, full: { a: '' } })
  ensureOwnFolder(join(at, 'empty'), 'reports')
  t.throws(() => ensureOwnFolder(join(at, 'full'), 'reports'), refused)
  t.same(treeOf(at), ['empty', 'empty/.assay', 'full', 'full/a'])
})

t.test('a folder goes whole or not at all, and what links in it lead to stays', async (t) => {
  const at = t.testdir({ theirs: { a: 'theirs' } })
  const made = join(at, 'made')
  ensureOwnFolder(made, 'cache')
  mkdirSync(join(made, 'deep'))
  writeFileSync(join(made, 'deep', 'own'), '')
  writeFileSync(join(made, 'deep', 'note'), '')
  symlinkSync(join(at, 'theirs'), join(made, 'own'))
  const before = treeOf(at)
  t.throws(() => removeOwnFolder(made, 'cache', (path) => /own$|^deep$/.test(path)), refused)
  t.same(treeOf(at), before, 'one name is not of assay')
  removeOwnFolder(made, 'cache', () => true)
  t.same(treeOf(at), ['theirs', 'theirs/a'])
})

t.test('a folder for a while goes with all that is in it', async (t) => {
  const at = t.testdir({ theirs: { a: '' } })
  const folder = temporaryFolder('test', at)
  mkdirSync(join(folder.path, 'deep'))
  symlinkSync(join(at, 'theirs'), join(folder.path, 'deep', 'link'))
  folder.remove()
  folder.remove()
  t.same(treeOf(at), ['theirs', 'theirs/a'])
})

t.test('a single file is removed by a name that assay alone gives, if it is a plain file', async (t) => {
  const at = t.testdir({ 'x.json': '', 'x.json.lock': '', 'x.json.assay-new': '', theirs: '', 'y.lock': {} })
  symlinkSync(join(at, 'theirs'), join(at, 'z.lock'))
  for (const name of ['x.json', 'theirs', 'y.lock', 'z.lock'])
    t.throws(() => removeOwnFile(join(at, name)), refused, name)
  for (const name of ['x.json.lock', 'x.json.assay-new', 'gone.lock']) removeOwnFile(join(at, name))
  t.same(treeOf(at), ['theirs', 'x.json', 'y.lock', 'z.lock'])
})
