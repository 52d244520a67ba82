// The HTML report as text: what it answers first, that nothing of a target becomes markup, and that every link has an end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { htmlReport as packedReport } from '../../reports/html/page.ts'
import { verdictLine } from '../../reports/html/verdict-line.ts'
import { htmlReporter } from '../../reports/reporters/html.ts'
import type { Finding, Unstamped } from '../../reports/run-record.ts'
import { exchange, finding, finished, hostileEvents, rule, runOf, stamped, started } from './hostile-run.ts'
import { worstEvents } from './worst-events.ts'
import { wholePage } from '../whole-page.ts'

const htmlReport = (...given: Parameters<typeof packedReport>): string => wholePage(packedReport(...given))

const answer = (...events: Unstamped[]) => verdictLine(runOf(...events))

t.test('the answer is never better than the run', async (t) => {
  const pass = rule('list.a', 'pass')
  const fail = rule('list.b', 'fail')
  const simulator = started({ embedded: true, simulated_target: 'the embedded simulator' })
  t.match(answer(started(), pass, finished(0)), { tone: 'good', words: 'Conforms: the one rule passes' })
  t.match(answer(simulator, pass, finished(0)), { tone: 'good', words: /^Conforms/ })
  t.match(answer(started(), pass, fail, finished(1)), { tone: 'bad', words: 'Does not conform: 1 of 2 rules violated' })
  t.match(answer(started(), pass, rule('list.c', 'not-tested', 'no-control-url'), finished(0)), {
    tone: 'doubt',
    words: 'No violation: 1 of 2 rules pass, 1 open',
  })
  t.match(answer(started(), pass, finished(2, 'interrupted')), { tone: 'doubt', words: /interrupted/ })
  t.match(answer(started(), pass), { tone: 'doubt', words: /interrupted/ }, 'a record without its end')
  t.match(answer(started(), fail, finished(2, 'crashed')), { tone: 'bad', words: /violated; the run crashed/ })
  t.match(answer(started(), finished(2, 'preflight-failed')), {
    tone: 'doubt',
    words: 'Not tested: the run could not start',
  })
  t.match(answer(started(), pass, finished(2)), { tone: 'doubt', words: /too little/ })
  t.match(answer(started(), pass, rule('list.e', 'error', 'nothing-compared'), finished(0)), {
    tone: 'doubt',
    words: 'No violation: 1 of 2 rules pass, 1 open',
  })
  const outside = rule('feed.c', 'not-tested', 'outside-selection')
  const planned: Unstamped = { type: 'checks-planned', checks: ['list.a-check', 'list.b-check'], rules: 2 }
  t.match(answer(started(), planned, pass, outside, finished(0)), {
    tone: 'doubt',
    words: 'No violation in list: 1 of 1 rule passes',
  })
  t.match(
    answer(started(), planned, pass, fail, outside, finished(1)),
    { words: 'Does not conform: 1 of 2 rules violated (list)' },
    'of which rules it speaks, as the terminal does',
  )
  t.match(answer(started(), finished(0)), { tone: 'doubt' }, 'no rule at all')
  t.match(answer(started(), rule('list.d', 'not-applicable', 'appraiser-contact-kept'), finished(0)), { tone: 'doubt' })
  const gated: Unstamped = {
    type: 'gated',
    rule_set: '1.0.0',
    baseline: 'assay.baseline.yaml',
    gating: [],
    accepted: [],
    blocked: [],
    accepted_blocked: [],
    reported_only: [{ rule: 'list.b', checks: ['list.a-check'] }],
    problems: [],
    warnings: [],
  }
  t.match(answer(started(), pass, fail, gated, finished(0)), {
    tone: 'doubt',
    words: 'Does not conform, accepted: 1 of 2 rules violated',
  })
})

t.test('a simulated target is marked as one, and a deployment is not', async (t) => {
  const simulated = htmlReport(runOf(...hostileEvents({ embedded: true, simulated_target: 'the embedded simulator' })))
  t.match(simulated, /<title>[^<]*\(simulated target\)/)
  t.match(simulated, /<p class="simulated">Simulated target<\/p>/)
  t.notMatch(htmlReport(runOf(...hostileEvents())), /<p class="simulated">/)
})

t.test('the target’s own names are shown, with what takes them', async (t) => {
  const likeness: Unstamped = {
    type: 'likeness',
    likeness: {
      company: 'Acme <b>',
      lender: null,
      order_types: [
        { code: '1004', name: 'Plain', report_format: 'uad_2_6', add_ons: [{ code: 'RENT' }, { code: 'ADU' }] },
        { code: 'constructor', name: 7, add_ons: 'none' },
        { code: '1073' },
      ],
      status_labels: { new: 'Just <i>in' },
      fees: { '1004': '450.00', '1073': null },
      words: { 'auth.missing-token-code': 'no_token' },
    },
  }
  const page = htmlReport(runOf(started(), likeness, rule('list.a', 'pass'), finished(0)))
  const [, own] = /<details class="group" id="likeness">(.*?)<\/details>/s.exec(page) ?? []
  const cells = [...own!.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell!.replaceAll(/<\/?code>/g, '').trim())
  const rows = [
    ['1004', 'Plain', 'uad_2_6', 'RENT, ADU', '450.00'],
    ['constructor', '', '', '', ''],
    ['1073', '', '', '', 'quoted later'],
    ['new', 'Just &lt;i&gt;in'],
    ['auth.missing-token-code', 'no_token'],
  ]
  t.strictSame(cells, rows.flat())
  t.match(own, 'the company is Acme &lt;b&gt;. ')
  t.match(own, 'simulate --like report.json')
  t.notMatch(htmlReport(runOf(started(), rule('list.a', 'pass'), finished(0))), 'id="likeness"')
})

t.test('nothing that a target sends becomes markup', async (t) => {
  const page = htmlReport(runOf(...worstEvents()))
  t.equal(page.match(/<script/g)?.length, 3, 'its own three')
  t.equal(page.match(/<\/script>/g)?.length, 3)
  t.notMatch(page, /<img/)
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  t.notMatch(page, /[\0-\x08\x0E-\x1F\u202A-\u202E\u2028\u2029\u2066-\u2069]|\p{Cs}/u)
  t.match(page, '⟨U+202E⟩')
  t.notMatch(page, /(?:^|[^&\w])" onmouseover="/m, 'no attribute is broken out of')
})

t.test('a page of its own: no address is loaded, the policy forbids it, and no id is there twice', async (t) => {
  const page = htmlReport(runOf(...hostileEvents()))
  t.match(page, `content="default-src 'none';`)
  t.notMatch(page, /<(?:link|iframe|object|embed|base)\b|\ssrc=|\burl\(|@import/)
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  t.strictSame(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
})

t.test('every link within the page has an end', async (t) => {
  const page = htmlReport(runOf(...hostileEvents()))
  const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))
  // An exchange opens from the data of the page.
  const ends = [...page.matchAll(/href="#([^"?]*)/g)].map(([, id]) => id!).filter((id) => !/^[xd]\d+$/.test(id))
  t.ok(ends.length > 20)
  t.strictSame([...new Set(ends.filter((id) => !ids.has(id)))], [])
  for (const id of ['rule-list.b', 'check-list.a-check', 'summary', 'cause-list.b']) t.ok(ids.has(id), id)
})

t.test('headings descend by one, and every table has a caption and heads with a scope', async (t) => {
  const page = htmlReport(runOf(...worstEvents()))
  const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  t.equal(levels[0], 1)
  t.strictSame(
    levels.filter((level, index) => index > 0 && level > levels[index - 1]! + 1),
    [],
  )
  t.equal(page.match(/<table/g)?.length, page.match(/<caption/g)?.length)
  t.notMatch(page, /<th(?![^>]*scope=)[ >]/)
})

t.test('nothing but the start of a run makes a page too', async (t) => {
  for (const events of [[], [started()], [started(), finished(2, 'preflight-failed')]] as Unstamped[][])
    t.ok(htmlReport(runOf(...events)).endsWith('</html>\n'))
})

t.test('the report of a target in ruins grows with what is broken, and no faster', async (t) => {
  const pageOf = (broken: number): string => {
    const events: Unstamped[] = [started()]
    for (let index = 1; index <= broken * 5; index += 1) events.push(exchange(`x${index}`))
    for (let index = 0; index < broken; index += 1) {
      events.push(rule(`list.r${index}`, 'fail'))
      events.push({
        ...(finding as Finding),
        type: 'finding',
        rule: `list.r${index}`,
        requests: [`x${index + 1}`],
      } as Unstamped)
    }
    return htmlReport(runOf(...events, finished(1)))
  }
  const page = pageOf(300)
  t.equal(page.match(/class="cause"/g)?.length, 300)
  const half = pageOf(150)
  t.ok(page.length < 2.1 * half.length, `${page.length} characters, ${half.length} for half as many findings`)
})

t.test('the reporter writes report.html, with the kill matrix that lies beside it', async (t) => {
  const matrix = {
    format: 'assay-matrix',
    version: 3,
    suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
    seed: 1,
    started_at: '2026-03-02T15:04:05.000Z',
    selection: { defects: 1, of: 1, how: 'all' },
    summary: { killed: 1, survived: 0, inconclusive: 0 },
    scores: { how: '', whole_suite: [{ budget: 600, killed: 1, of: 1 }], random_plans: [] },
    defects: [{ id: 'hold-after-delivery', verdict: 'killed', bug: 'x' }],
  }
  const write = (directory: string): string => {
    const reporter = htmlReporter(directory)
    for (const event of stamped(hostileEvents())) reporter.event(event)
    return readFileSync(join(directory, 'report.html'), 'utf8')
  }
  t.notMatch(write(t.testdir({})), 'id="kill-matrix"')
  t.notMatch(write(t.testdir({ 'matrix.json': '{"format":"other"}' })), 'id="kill-matrix"')
  t.notMatch(write(t.testdir({ 'matrix.json': 'not JSON' })), 'id="kill-matrix"')
  const page = write(t.testdir({ 'matrix.json': JSON.stringify(matrix) }))
  t.match(page, 'id="kill-matrix"')
  t.notMatch(write(t.testdir({ 'matrix.json': JSON.stringify({ ...matrix, version: 1 }) })), 'id="kill-matrix"')
})
