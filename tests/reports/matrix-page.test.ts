// The page of the kill matrix: one count of defects, its terms explained, what survives named first, nothing becomes markup.
import t from 'tap'
import { matrixPage } from '../../reports/html/matrix-page.ts'
import type { DefectRow, KillMatrix } from '../../reports/kill-matrix.ts'
import { hostile } from './hostile-run.ts'

const defect = (id: string, given: Partial<DefectRow> = {}): DefectRow => ({
  id,
  breaks: 'list.a',
  bug: `The bug of ${id}.`,
  verdict: 'killed',
  kill: { by: 'list.a-check', during: null, stage: 'targeted', requests: 3 },
  whole_suite: { requests: 40, measured: false },
  budgets: [{ budget: 600, killed: true, measured: false }],
  collateral: { scope: 'targeted', rules: [] },
  random_plans: null,
  shortened: null,
  reason: null,
  cost: { requests: 3, cpu_ms: 1, ms: 1 },
  peers: {},
  ...given,
})

const share = { caught: 1, of: 2 }

const matrix: KillMatrix = {
  format: 'assay-matrix',
  version: 1,
  suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
  seed: 5,
  started_at: '2026-03-02T15:04:05.000Z',
  duration_ms: 1,
  cpu_ms: 1,
  workers: 1,
  selection: { defects: 3, of: 3, how: 'all' },
  references: [],
  summary: { killed: 2, survived: 1, unjudged: 0 },
  scores: { how: 'measured', whole_suite: [{ budget: null, killed: 2, of: 3 }], random_plans: [] },
  estimate: { compared: 0, too_good: 0, too_bad: 0 },
  vacuous: null,
  second_looks: [],
  alone: null,
  gaps: [],
  peers: {
    version: 1,
    ran_at: '2026-02-02T15:04:05.000Z',
    seed: 1,
    node: '20',
    of: 4711,
    sample: 2,
    fault_types: ['a'],
    peers: [
      {
        id: 'p',
        title: hostile,
        version: hostile,
        how: hostile,
        clean_runs: 1,
        noise: 0,
        false_catches: 0,
        requests: 1,
        seconds: 1,
        caught: share,
        deep: share,
        areas: {},
        fault_types: [],
      },
    ],
    defects: {},
  },
  defects: [
    defect('one', { collateral: { scope: 'whole', rules: [{ rule: 'list.b', by: 'x', because: null }] } }),
    defect('two', { bug: hostile }),
    defect('three', { verdict: 'survived', kill: null, reason: 'no check reaches it' }),
  ],
}

t.test('what it says first, and of what', async (t) => {
  const page = matrixPage(matrix)
  t.match(page, /<h1[^>]*>[^]*2 of 3 defects killed[^]*<\/h1>/)
  t.notMatch(page, '4,711', 'another count of all defects would be of another time')
  t.match(page, /<dt>Deep<\/dt>\s*<dd>[^<]*later state/)
  const open = page.slice(page.indexOf('id="open"'), page.indexOf('id="defects"'))
  t.match(open, 'href="#three"')
  t.notMatch(open, 'href="#one"')
  for (const id of ['one', 'two', 'three']) t.match(page, ` id="${id}"`)
  t.match(page, 'no check reaches it')
})

t.test('it leads to the report only where there is one', async (t) => {
  t.notMatch(matrixPage(matrix), 'report.html')
  t.match(matrixPage(matrix, { report: true }), 'href="report.html"')
})

t.test('nothing of a defect or another tool becomes markup', async (t) => {
  const page = matrixPage(matrix)
  t.equal(page.match(/<script/g)?.length, 1)
  t.match(page, '&lt;script&gt;')
  t.match(page, `content="default-src 'none';`)
})
