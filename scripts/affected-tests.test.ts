import t from 'tap'
import { affectedTests, importersOf } from './affected-tests.ts'

const sources = new Map([
  ['a/base.ts', ''],
  ['a/base.test.ts', "import { x } from './base.ts'"],
  ['a/middle.ts', "import type { X } from './base.ts'"],
  ['b/hold-order.ts', "export { y } from '../a/middle.ts'"],
  ['b/other.ts', "const z = await import('../a/middle.ts')"],
  ['tests/hold.test.ts', "import { y } from '../b/hold-order.ts'\nt.test('an order on hold')"],
  ['tests/other.test.ts', "import { z } from '../b/other.ts'"],
  ['tests/apart.test.ts', "readFileSync('limits.yaml')"],
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
  t.strictSame(files('conformance/checks/create/answers-201.ts'), ['tests/suite.test.ts'])
})
