// The kinds of failure are the same in code, schema and documentation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../tests/places.ts'
import { failureKinds } from './failure-kinds.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

t.test('the schema of report.json lists them all', async (t) => {
  const { $defs } = JSON.parse(read('fixtures/schemas/report.schema.json')) as {
    $defs: { failure_kind: { enum: string[] } }
  }
  t.strictSame($defs.failure_kind.enum, Object.keys(failureKinds))
})

t.test('docs/causes.md has one row for each, in this order', async (t) => {
  const [section = ''] = read('docs/causes.md').split('# What makes a cause')[1]!.split('\n## ')
  const rows = [...section.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|/gm)]
  t.strictSame(
    rows.map(([, kind, text]) => [kind, text]),
    Object.entries(failureKinds),
  )
})
