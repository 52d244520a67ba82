import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../tests/places.ts'
import { runAssay } from '../tests/run-assay.ts'
import { withRowsOf } from './cost-rows.ts'

const costs = { preflight: { requests: 3, roles: {} }, teardown: 1 }

t.test('the rows of some checks are put among those that are known, with the scenarios that are not', async (t) => {
  const known = {
    ...costs,
    checks: { 'a.one': { requests: 1, scenarios: ['old'] }, 'c.three': { requests: 3 } },
    scenarios: { old: { requests: 7 } },
    uncontrolled: { old: { requests: 9 } },
  }
  const measured = {
    ...costs,
    preflight: { requests: 99, roles: {} },
    checks: { 'a.one': { requests: 10 }, 'b.two': { requests: 2, scenarios: ['new'] } },
    scenarios: { new: { requests: 5 }, old: { requests: 70 } },
  }
  const written = withRowsOf(known, ['b.two'], measured)
  t.equal(
    JSON.stringify(written),
    JSON.stringify({
      ...costs,
      checks: {
        'a.one': { requests: 1, scenarios: ['old'] },
        'b.two': { requests: 2, scenarios: ['new'] },
        'c.three': { requests: 3 },
      },
      scenarios: { new: { requests: 5 }, old: { requests: 7 } },
      uncontrolled: { old: { requests: 9 } },
    }),
  )
})

t.test('a scenario that nothing asks for any more has no row, nor has what it alone asked for', async (t) => {
  const scenarios = {
    first: { requests: 1, scenarios: ['second'] },
    second: { requests: 2 },
    of_role: { requests: 3 },
    gone: { requests: 4, scenarios: ['gone_too'] },
    gone_too: { requests: 5 },
  }
  const preflight = { requests: 3, roles: { other: { requests: 1, scenarios: ['of_role'] } } }
  const known = { preflight, teardown: 1, checks: { 'a.one': { requests: 1, scenarios: ['gone'] } }, scenarios }
  const measured = { ...known, checks: { 'a.one': { requests: 1, scenarios: ['first'] } } }
  t.strictSame(Object.keys(withRowsOf(known, ['a.one'], measured).scenarios), ['first', 'of_role', 'second'])
  const all = JSON.parse(readFileSync(join(root, 'conformance/run/costs.json'), 'utf8')) as typeof known
  t.strictSame(withRowsOf(all, [], all), all, 'the rows of today stay')
})

t.test('it shows its use, and measures nothing where it is used wrongly', async (t) => {
  const program = [join(root, 'dist/scripts/costs.js')]
  const file = join(root, 'conformance/run/costs.json')
  const before = readFileSync(file, 'utf8')
  const help = await runAssay(['--help'], { program })
  t.match(help.out, /^Usage: costs .*\n[^]*--only <check>/)
  const wrong = await runAssay(['--none-such'], { program })
  t.equal(wrong.code, 1)
  t.match(wrong.err, /^error: unknown option '--none-such'/)
  const more = await runAssay(['order.reads'], { program })
  t.equal(more.code, 1)
  t.equal(readFileSync(file, 'utf8'), before)
})
