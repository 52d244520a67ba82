// The go-live page: what is to change, what is not shown yet, which failures were met, and nothing of a client that is not escaped.
import t from 'tap'
import type { RuleJudged } from '../run-record.ts'
import { emptyRun, type Run } from '../summary.ts'
import { goLivePage } from './go-live-page.ts'

const rule = (name: string, given: Partial<RuleJudged>): RuleJudged => ({
  type: 'rule-judged',
  rule: name,
  source: 'Limits',
  text: `The text of ${name}.`,
  verdict: 'pass',
  reason: null,
  checks: [],
  evidence: 1,
  requests: [],
  ...given,
})

const share = (seen: Record<string, number>, missing: string[]) => ({
  reached: Object.keys(seen).length,
  of: Object.keys(seen).length + missing.length,
  seen,
  missing,
})

const none = share({}, [])

const coverage = {
  operations: {
    ...share({ createOrder: 3 }, ['holdOrder']),
    statuses: { createOrder: { '201': 1, '500': 1, 'no answer': 1 } },
  },
  answers: none,
  statuses: share({ new: 1 }, ['cancelled']),
  transitions: none,
  pairs: none,
  illegal_cells: none,
  events_in_feed: none,
  events_delivered: none,
  specimens: none,
  error_codes: share({ internal_error: 1 }, ['rate_limited']),
}

const run = (rules: RuleJudged[], exit_code: number): Run => ({
  ...emptyRun(),
  rules,
  coverage,
  finished: {
    type: 'run-finished',
    outcome: 'complete',
    exit_code,
    reason: null,
    requests: 3,
    deliveries: 0,
    waited_ms: 0,
    ms: 1,
  },
})

const sectionOf = (page: string, id: string): string => page.split(`<section id="${id}"`)[1]!.split('</section>')[0]!

t.test('each verdict has its place, with what to do', async (t) => {
  const page = goLivePage(
    run(
      [
        rule('list.failed', { verdict: 'fail', remedy: 'Send `<b>` first.' }),
        rule('list.open', { verdict: 'not-tested', remedy: 'Put a fault on `getOrder`.' }),
        rule('list.hidden', { verdict: 'not-applicable', reason: 'It stays inside.' }),
        rule('list.passed', {}),
      ],
      1,
    ),
    { faults: 2, report: 'report.html' },
  )
  t.match(sectionOf(page, 'summary'), /tone-bad/)
  t.match(sectionOf(page, 'summary'), /shows 2;\s+1 rule it does not show yet/)
  t.match(sectionOf(page, 'summary'), '<a href="report.html">')
  t.match(sectionOf(page, 'change'), /list\.failed[^]*Send <code>&lt;b&gt;<\/code> first\./)
  t.match(sectionOf(page, 'try'), /list\.open[^]*Put a fault on <code>getOrder<\/code>/)
  t.match(sectionOf(page, 'hidden'), /list\.hidden[^]*It stays inside\./)
  t.notMatch(page, 'list.passed')
})

t.test('failures that were met name their operations, the others how to meet them', async (t) => {
  const rows = sectionOf(goLivePage(run([rule('list.passed', {})], 0), { faults: 0, report: null }), 'failures').split(
    '<tr>',
  )
  const rowOf = (status: string): string => rows.find((row) => row.includes(`>${status}<`))!
  t.match(rowOf('500'), /<td class="n">1<\/td>\s+<td>createOrder<\/td>/)
  t.match(rowOf('no answer'), 'createOrder')
  t.match(rowOf('429'), /<td class="n">0<\/td>\s+<td>Put a fault/)
})

t.test('a client that shows everything and violates nothing is ready', async (t) => {
  const page = goLivePage(run([rule('list.passed', {})], 0), { faults: 0, report: null })
  t.match(sectionOf(page, 'summary'), /tone-good/)
  t.match(sectionOf(page, 'coverage'), /Order statuses[^]*1 of 2[^]*new[^]*cancelled/)
  t.notMatch(page, 'href="report.html"')
})
