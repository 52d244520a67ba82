// The last screen of the terminal: the answer first, what to add to the profile, where the files are.
import t from 'tap'
import { reason } from '../../reports/reasons/reason.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import { planFormat, planVersion, type PlanFile } from '../../reports/plan-file.ts'
import { exchange, finding, finished, rule, stamped, started } from './hostile-run.ts'
import { someCause } from './some-cause.ts'

const screenOf = (...events: Parameters<typeof stamped>[0]): string => screenIn('reports/out/', ...events)

const screenIn = (directory: string | null, ...events: Parameters<typeof stamped>[0]): string => {
  let text = ''
  const files: [string, string][] = [['Report', 'reports/out/report.html']]
  const reporter = terminalReporter({ write: (part) => void (text += part), colour: false, files, directory })
  for (const event of stamped(events)) reporter.event(event)
  return text
}

t.test(
  'the last screen answers first, then says what was not tested and what to add, then where the files are',
  async (t) => {
    const lacks = reason('no-credential', { role: 'no_cancel', what: 'of a lender that may not cancel' })
    const screen = screenOf(started(), rule('a.b', 'pass'), rule('a.c', 'not-tested', lacks), finished(0))
    const places = [
      'No rule violated: 1 of 2 rules pass, 1 not tested',
      'the profile names no credential no_cancel',
      'Add credentials.no_cancel (client_id, client_secret) to the target profile.',
      'reports/out/report.html',
      'Rules: 1 passed',
    ]
    const found = places.map((text) => screen.indexOf(text))
    t.notOk(found.includes(-1), screen)
    t.same(
      found,
      found.toSorted((one, other) => one - other),
      'in this order',
    )
  },
)

t.test('a run of all rules that pass conforms; one of a selection speaks of the selection', async (t) => {
  t.match(screenOf(started(), rule('a.b', 'pass'), finished(0)), 'Conforms: 1 of 1 rule pass')
  const selected = screenOf(
    started(),
    { type: 'checks-planned', checks: ['list.a-check'], rules: 3 },
    rule('a.b', 'pass'),
    rule('a.c', 'pass'),
    rule('z.d', 'not-tested', 'outside-selection'),
    finished(0),
  )
  t.match(selected, 'list.a-check: 2 of 2 rules pass')
  t.notMatch(selected, 'Not tested\n')
})

t.test('a reason names rules, the first few of many', async (t) => {
  const names = ['a.b', 'a.c', 'a.d', 'a.e', 'a.f']
  const screen = screenOf(
    started(),
    rule('a.a', 'pass'),
    ...names.map((name) => rule(name, 'not-tested', 'no-control-url')),
    finished(0),
  )
  t.match(screen, /^ +5 .+\n +a\.b, a\.c, a\.d, … and 2 more$/m)
})

t.test('a request is shown with its query, in which the bug may be', async (t) => {
  const screen = screenOf(started(), exchange('x1'), finding, rule('list.b', 'fail'), finished(1))
  t.match(screen, 'GET /v1/orders?lender_reference=a%20b → 500')
})

t.test(
  'a cause of a check shows the calls that are left, and how to replay it where its plan is written',
  async (t) => {
    const plan: PlanFile = {
      format: planFormat,
      version: planVersion,
      rule: 'list.b',
      found_by: 'list.a-check',
      seed: 1,
      expected: 200,
      received: 500,
      pointer: 'status',
      run: { check: 'list.a-check' },
    }
    const cause = someCause(['list.b'], { plan, calls: ['a1', 'x1'] })
    const shown = [started(), exchange('x1'), finding, rule('list.b', 'fail'), cause, finished(1)] as const
    t.match(screenIn('reports/out/', ...shown), /^ {4}shortest {2}the company → listOrders$/m)
    t.match(screenIn('reports/out/', ...shown), /^ {4}replay {4}npx assay replay reports\/out\/plans\/list\.b\.json/m)
    const unwritten = screenIn(null, ...shown)
    t.notMatch(unwritten, /^ {4}replay/m)
    const twice = screenIn(
      null,
      ...shown.slice(0, -1),
      rule('list.c', 'fail'),
      someCause(['list.c'], { plan }),
      finished(1),
    )
    t.match(twice, /how to object\.\n\n {2}\S/, 'an empty line between two causes')
    for (const screen of [unwritten, twice])
      t.equal(screen.split('needs the plan files, which this run did not write').length - 1, 1, 'said once')
    t.notMatch(unwritten, 'plans/list.b.json')
  },
)
