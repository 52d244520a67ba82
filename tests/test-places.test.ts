// Where tests stand: beside the module whose name they have, or in tests/; short; and the same whatever the commit is.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

const longest = 400

const folders = ['conformance', 'own-files', 'lab', 'proof', 'reports', 'scripts', 'simulator', 'tests']

type TestFile = { path: string; lines: number; source: string }

/** What is wrong with a test file, as sentences; `isThere` says whether the repository has a file. */
const misplaced = ({ path, lines, source }: TestFile, isThere: (path: string) => boolean): string[] => [
  ...(path.startsWith('tests/') || isThere(path.replace(/\.test\.ts$/, '.ts'))
    ? []
    : [
        `${path}: no ${basename(path, '.test.ts')}.ts stands in ${dirname(path)}/; name the test after a module there, or move it to tests/`,
      ]),
  ...(lines > longest ? [`${path}: ${lines} lines, of ${longest} at most; split it by what it tests`] : []),
  ...(/exec(?:File)?(?:Sync)?\(\s*['"`]git['"`],\s*\[(?!'ls-files')/.test(source)
    ? [`${path}: it asks git; a test must not depend on the commit`]
    : []),
]

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

t.test('every test has its place, is short, and does not ask for the commit', async (t) => {
  const all = new Set(files)
  const tests = files.filter((path) => path.endsWith('.test.ts'))
  t.ok(tests.some((path) => path.startsWith('tests/')) && tests.some((path) => !path.startsWith('tests/')))
  const found = tests.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return misplaced({ path, lines: source.trimEnd().split('\n').length, source }, (other) => all.has(other))
  })
  t.strictSame(found, [], 'CONTRIBUTING.md says where a test stands')
})

t.test('what is misplaced is seen', async (t) => {
  const module = (path: string) => path === 'simulator/time/ids.ts'
  const fine = { lines: longest, source: '' }
  t.strictSame(misplaced({ path: 'simulator/time/ids.test.ts', ...fine }, module), [])
  t.strictSame(misplaced({ path: 'tests/whatever.test.ts', ...fine }, module), [])
  t.match(misplaced({ path: 'simulator/time/clocks.test.ts', ...fine }, module), [
    /no clocks\.ts stands in simulator\/time\//,
  ])
  t.match(misplaced({ path: 'tests/long.test.ts', lines: longest + 1, source: '' }, module), [/401 lines/])
  for (const call of ['execFileSync', 'execSync', 'exec'])
    t.match(misplaced({ path: 'tests/a.test.ts', lines: 1, source: `${call}('git', ['rev-parse'])` }, module), [
      /asks git/,
    ])
})
