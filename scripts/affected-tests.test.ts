import t from 'tap'
import { affectedTests, importersOf, namesIn } from './affected-tests.ts'

const sources = new Map([
  ['a/base.ts', ''],
  ['a/base.test.ts', "import { x } from './base.ts'"],
  ['a/middle.ts', "import type { X } from './base.ts'"],
  ['b/hold-order.ts', "export { y } from '../a/middle.ts'"],
  ['b/other.ts', "const z = await import('../a/middle.ts')"],
  ['tests/hold.test.ts', "import { y } from '../b/hold-order.ts'\nt.test('an order on hold')"],
  ['tests/other.test.ts', "import { z } from '../b/other.ts'"],
  ['tests/apart.test.ts', "readFileSync('limits.yaml')"],
  ['tests/rows.test.ts', "readdirSync(join(root, 'fixtures', 'rules'))"],
  ['conformance/checks/load-checks.ts', ''],
  ['conformance/checks/create/answers-201.ts', ''],
  ['tests/suite.test.ts', "import { loadChecks } from '../conformance/checks/load-checks.ts'"],
])

const files = (...changed: string[]) => affectedTests(changed, sources).map(({ file }) => file)

t.test('imports are followed backwards, types and dynamic ones included', async (t) => {
  t.strictSame(importersOf(sources).get('a/middle.ts'), ['b/hold-order.ts', 'b/other.ts'])
  t.strictSame(files('a/middle.ts').toSorted(), ['tests/hold.test.ts', 'tests/other.test.ts'])
})

t.test("a module's own test comes first, then those that share its words", async (t) => {
  t.equal(files('a/base.ts')[0], 'a/base.test.ts')
  t.equal(files('b/hold-order.ts')[0], 'tests/hold.test.ts')
})

t.test('a test that changed is affected; what nothing imports affects none', async (t) => {
  t.strictSame(files('tests/other.test.ts'), ['tests/other.test.ts'])
  t.strictSame(files('README.md'), [])
})

t.test('a data file affects the tests of what names it, a check those of what loads all checks', async (t) => {
  t.strictSame(files('fixtures/limits.yaml'), ['tests/apart.test.ts'])
  t.strictSame(files('fixtures/rules/list.yaml'), ['tests/rows.test.ts'], 'or reads its folder')
  t.strictSame(files('conformance/checks/create/answers-201.ts'), ['tests/suite.test.ts'])
})

t.test('what changed may be named by tests far away, which come first, the quick ones before others', async (t) => {
  const data = new Map([
    ['a/contract.ts', "read('limits.yaml')"],
    ['a/near.ts', "import { c } from './contract.ts'"],
    ['a/far.ts', "import { n } from './near.ts'"],
    ['tests/about-nothing.test.ts', "import { f } from '../a/far.ts'"],
    ['tests/dates.test.ts', "import { f } from '../a/far.ts'\ncompleted_at: null"],
    ['tests/slow-dates.test.ts', "import { f } from '../a/far.ts'\ncompleted_at: null"],
  ])
  const seconds = { 'tests/slow-dates.test.ts': 9, 'tests/dates.test.ts': 1 }
  const names = namesIn('    properties:\n+     first_viewed_at: x\n      completed_at: { type: string }')
  t.strictSame([...names], ['first_viewed_at', 'completed_at'])
  t.strictSame(
    affectedTests(['fixtures/limits.yaml'], data, { names, seconds }).map(({ file }) => file),
    ['tests/dates.test.ts', 'tests/slow-dates.test.ts', 'tests/about-nothing.test.ts'],
  )
})
