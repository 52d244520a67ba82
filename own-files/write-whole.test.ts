// A file is written whole or not at all.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { temporaryFolder } from './temporary-folder.ts'
import { writeWhole } from './write-whole.ts'

/** Calls a function of a module in a process whose files may have 4 KB: more is refused in the middle. */
const limited = (module: string, call: string): { status: number | null; stderr: string } => {
  const url = new URL(module, import.meta.url).href
  // What a test runner loads into its children ends them for the signal that Node ignores.
  const code = `process.on('SIGXFSZ', () => undefined); import(${JSON.stringify(url)}).then((it) => ${call}).catch(({ code }) => { console.error(code); process.exit(1) })`
  const { NODE_OPTIONS: _own, ...env } = process.env
  const shell = 'ulimit -f 8; exec "$0" --eval "$1"'
  const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, code], { encoding: 'utf8', env })
  return { status, stderr }
}

const hasLimits = process.platform === 'linux'

t.test('what stood there stays where there is no room', { skip: hasLimits ? false : 'needs ulimit' }, async (t) => {
  const folder = t.testdir({ 'report.json': 'before', 'direct.json': 'before' })
  const long = `'x'.repeat(100_000)`
  const { status, stderr } = limited(
    './write-whole.js',
    `it.writeWhole(${JSON.stringify(join(folder, 'report.json'))}, ${long})`,
  )
  t.match({ status, stderr }, { status: 1, stderr: /EFBIG/ })
  t.equal(readFileSync(join(folder, 'report.json'), 'utf8'), 'before')
  t.strictSame(readdirSync(folder).toSorted(), ['direct.json', 'report.json'], 'and no draft is left')
  const direct = limited('node:fs', `it.writeFileSync(${JSON.stringify(join(folder, 'direct.json'))}, ${long})`)
  t.equal(direct.status, 1)
  t.not(readFileSync(join(folder, 'direct.json'), 'utf8'), 'before', 'which a plain write does not keep')
})

t.test('a file keeps its mode, and a draft of a killed process is no obstacle', async (t) => {
  const folder = t.testdir({ a: 'before', 'a.assay-new': 'half' })
  chmodSync(join(folder, 'a'), 0o600)
  writeWhole(join(folder, 'a'), 'after')
  t.equal(readFileSync(join(folder, 'a'), 'utf8'), 'after')
  t.equal(statSync(join(folder, 'a')).mode & 0o777, 0o600)
  t.strictSame(readdirSync(folder), ['a'])
})

t.test('a link is followed, and a draft that is one is not', async (t) => {
  const folder = t.testdir({ theirs: 'theirs', other: 'other', b: '' })
  symlinkSync(join(folder, 'theirs'), join(folder, 'a'))
  writeWhole(join(folder, 'a'), 'after')
  t.ok(lstatSync(join(folder, 'a')).isSymbolicLink())
  t.equal(readFileSync(join(folder, 'theirs'), 'utf8'), 'after')
  symlinkSync(join(folder, 'other'), join(folder, 'b.assay-new'))
  t.throws(() => writeWhole(join(folder, 'b'), 'after'), { code: 'not_made_by_assay' })
  t.equal(readFileSync(join(folder, 'other'), 'utf8'), 'other')
})

t.test('a pipe is written to', { skip: hasLimits ? false : 'needs mkfifo' }, async (t) => {
  const pipe = join(t.testdir(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const script = `import(${JSON.stringify(new URL('./write-whole.js', import.meta.url).href)}).then((it) => it.writeWhole(${JSON.stringify(pipe)}, 'text'))`
  const said = execFileSync('sh', ['-c', '"$0" --eval "$1" & cat "$2"; wait', process.execPath, script, pipe])
  t.equal(said.toString(), 'text')
})

t.test(
  'a temporary folder without room for its mark is one sentence, and goes',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const folder = t.testdir()
    const url = new URL('./temporary-folder.js', import.meta.url).href
    const code = `process.on('SIGXFSZ', () => undefined); import(${JSON.stringify(url)}).then((it) => it.temporaryFolder('some', ${JSON.stringify(folder)})).catch(({ code, message }) => console.log(code, message))`
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" --eval "$1"', process.execPath, code], {
      encoding: 'utf8',
    })
    t.match(
      stdout,
      /^no_temporary_folder A temporary folder \S+ was expected to be made, but cannot be \(EFBIG\); [^\n]+\.\n$/,
    )
    t.strictSame(readdirSync(folder), [])
    t.ok(existsSync(temporaryFolder('some', folder).path), 'with room one is made')
    writeFileSync(join(folder, 'end'), '')
  },
)
