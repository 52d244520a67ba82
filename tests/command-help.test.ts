// The help of every command names its exit codes.
import t from 'tap'
import { runAssay } from './run-assay.ts'

t.test('the help of each command that is listed names its exit codes', async (t) => {
  const { out } = await runAssay(['help'])
  const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!)
  t.ok(names.includes('conform') && names.includes('listen'))
  for (const name of names) {
    const help = await runAssay(['help', name])
    t.equal(help.code, 0, name)
    t.match(help.out, /exit codes?\b/i, name)
  }
})
