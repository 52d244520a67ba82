// Every rule that is checked can be found by a plain text search: in a file that checks, or in the row of data that makes its check.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { serviceRules } from '../conformance/contract/contract.ts'
import { invariants } from '../conformance/invariants/invariants.ts'
import { root } from './places.ts'

const folders = ['checks', 'scenarios', 'steps', 'invariants', 'model', 'generate']
const isCode = (name: string): boolean => name.endsWith('.ts') && !/\.(test|support)\.ts$/.test(name)

const code = folders.flatMap((folder) =>
  readdirSync(join(root, 'conformance', folder), { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .map((name) => readFileSync(join(root, 'conformance', folder, name), 'utf8')),
)

/** Tables outside the rules that a file of the suite names. */
const tables = readdirSync(join(root, 'fixtures'))
  .filter((name) => name.endsWith('.yaml') && code.some((text) => text.includes(`fixtures/${name}`)))
  .map((name) => readFileSync(join(root, 'fixtures', name), 'utf8'))

const idsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/(?<![\w.-])[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? []))

t.test('the id of every checked rule is written out', async (t) => {
  const checks = await loadChecks()
  const checked = new Set([
    ...checks.flatMap(({ verifies }) => verifies),
    ...invariants().flatMap(({ rules }) => rules),
  ])
  const written = idsIn([...code, ...tables])
  const rules = serviceRules().filter(({ id }) => checked.has(id))
  // A row with a field, a cell or an input makes its own check.
  const lost = rules.filter(({ id, field, cell, input }) => (field ?? cell ?? input) === undefined && !written.has(id))
  t.ok(rules.length > 0)
  t.strictSame(
    lost.map(({ id }) => id),
    [],
  )
})
