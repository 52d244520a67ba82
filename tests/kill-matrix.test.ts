// The parts of the kill matrix that need no target: choice, sample, places, reasons, scores and the gate.
import t from 'tap'
import { matrixText } from '../proof/report/kill-matrix-text.ts'
import type { DefectRow, KillMatrix } from '../proof/report/kill-matrix.ts'
import type { Check } from '../conformance/kit/check.ts'
import { candidatesFor } from '../proof/matrix/alone.ts'
import { losses, nextBaseline, type Baseline } from '../proof/matrix/baseline.ts'
import { chooseChecks } from '../proof/matrix/choose-checks.ts'
import { explainer } from '../proof/matrix/collateral.ts'
import type { Examined } from '../proof/matrix/examine.ts'
import { idleChecks } from '../proof/matrix/idle-checks.ts'
import type { Reference } from '../proof/matrix/jobs.ts'
import { planMatrix } from '../proof/matrix/plan-matrix.ts'
import { createProgress } from '../proof/matrix/progress.ts'
import { randomPlanScores, rowOf, untestedRow, wholeSuiteScores } from '../proof/matrix/rows.ts'
import { draw, selectDefects } from '../proof/matrix/select-defects.ts'
import type { Found, WatchedRun } from '../proof/matrix/watched-run.ts'
import { compareEstimates, createFinder } from '../proof/matrix/whole-suite.ts'

const checkOf = (id: string, ...verifies: string[]): Check => ({ id, verifies, needs: [], run: async () => {} })
const lateCheck = (id: string, ...verifies: string[]): Check => ({ ...checkOf(id, ...verifies), phase: 'last' })
const defectOf = (id: string, breaks: string) => ({ id, breaks, bug: 'A bug.' })

const found = (rest: Partial<Found>): Found => ({
  rule: 'order.has-id',
  by: 'invariant.fields',
  during: 'order.reads',
  requests: 5,
  source: 'order.reads',
  nth: 2,
  ...rest,
})

const stage = (rest: Partial<Examined>): Examined => ({
  stage: 'targeted',
  budget: null,
  caught: null,
  also: [],
  finders: [],
  verdicts: {},
  outcome: 'complete',
  reason: null,
  reproducer: null,
  shortened: null,
  requests: 10,
  ms: 1,
  ...rest,
})

const baseline: Baseline = { version: 1, killed: {}, reproducers: {}, survivors: {}, vacuous: {} }
const context = { baseline, explain: explainer([]), finder: null }

t.test('the checks of the rule come first, the dear ones last; random plans are not aimed with', async (t) => {
  const checks = [
    checkOf('order.dear', 'order.has-id'),
    checkOf('order.reads', 'order.has-id'),
    checkOf('order.other', 'order.has-status'),
    checkOf('random.lives', 'order.has-id'),
  ]
  const costs = {
    preflight: { requests: 0, roles: {} },
    teardown: 0,
    checks: { 'order.dear': { requests: 1, scenarios: ['long'] }, 'order.reads': { requests: 3 } },
    scenarios: { long: { requests: 400 } },
  }
  const ids = (rule: string, hint?: string) =>
    chooseChecks(checks, costs, rule, hint).groups.map((group) => group.checks.map(({ id }) => id))
  t.strictSame(ids('order.has-id'), [['order.reads'], ['order.dear']])
  t.strictSame(ids('order.has-id', 'order.dear'), [['order.dear'], ['order.reads']])
  t.strictSame(ids('order.has-dates'), [['order.reads', 'order.other'], ['order.dear']], 'a rule of invariants alone')
  t.equal(chooseChecks(checks, costs, 'order.has-dates', undefined).verified, false)
  t.strictSame(
    chooseChecks(checks, costs, 'order.has-id', undefined).groups.map(({ toItsEnd }) => toItsEnd),
    [true, false],
  )
})

t.test('a check that looks back on the run is tried once more, with events to look back on', async (t) => {
  const checks = [
    checkOf('events.holds', 'events.on-hold-has-status'),
    checkOf('order.reads', 'order.has-id'),
    lateCheck('feed.walks', 'feed.holds-every-event'),
  ]
  const costs = { preflight: { requests: 0, roles: {} }, teardown: 0, checks: {}, scenarios: {} }
  const ids = (rule: string, hint: string) =>
    chooseChecks(checks, costs, rule, hint).groups.map((group) => group.checks.map(({ id }) => id))
  t.strictSame(ids('feed.holds-every-event', 'feed.walks'), [['feed.walks'], ['events.holds', 'feed.walks']])
  t.strictSame(ids('order.has-id', 'order.reads'), [['order.reads']])
})

t.test('a sample is repeated by its seed, keeps its order, and differs by seed', async (t) => {
  const all = Array.from({ length: 50 }, (_, index) => defectOf(`d${index}`, index < 25 ? 'order.x' : 'list.y'))
  const sample = (seed: number) => selectDefects(all, { defect: [], area: [], sample: 10, seed }).defects
  t.strictSame(sample(1), sample(1))
  t.notSame(sample(1), sample(2))
  t.strictSame(
    sample(1),
    all.filter((one) => sample(1).includes(one)),
  )
  t.equal(selectDefects(all, { defect: [], area: ['list'], seed: 1 }).defects.length, 25)
  t.strictSame(draw(all, 60, 1, 'x'), all)
  const [first, ...others] = sample(1)
  const without = selectDefects(
    all.filter((one) => one !== first),
    { defect: [], area: [], sample: 10, seed: 1 },
  ).defects
  t.equal(without.filter((one) => others.includes(one)).length, 9, 'the others stay when one is gone')
  t.throws(() => selectDefects(all, { defect: ['none'], area: [], seed: 1 }), { code: 'unknown_defect', exitCode: 3 })
  t.throws(() => selectDefects(all, { defect: [], area: ['none'], seed: 1 }), { code: 'unknown_area', exitCode: 3 })
})

const reference = (budget: number | null, sources: string[], checks: WatchedRun['checks']): Reference => ({
  budget,
  run: {
    outcome: 'complete',
    reason: null,
    found: [],
    requests: sources.length,
    sources,
    checks,
    reproducer: null,
    shortened: null,
    ms: 1,
  },
  cpuMs: 1,
})

const references = [
  reference(null, ['preflight', 'list.walks', 'order.reads', 'order.reads'], {
    'order.reads': { verdict: 'pass', at: 4 },
  }),
  reference(200, ['preflight', 'list.walks'], { 'order.reads': { verdict: 'not-tested', at: 2 } }),
]

t.test('a place in the whole suite is looked up: of a judge in the request, of a check where it is over', async (t) => {
  const finder = createFinder(references)!
  t.equal(finder.place(found({ nth: 1 }), null), 3)
  t.equal(finder.place(found({ nth: 9 }), null), 4, 'the last of the source where the run has fewer')
  t.equal(finder.place(found({ by: 'order.reads' }), null), 4)
  t.equal(finder.place(found({ by: 'order.reads' }), 200), null, 'it does not run within that budget')
  t.equal(createFinder([]), null)
  const defect = defectOf('order-without-id', 'order.has-id')
  const examination = { defect: defect.id, stages: [stage({ caught: found({ by: 'order.reads' }) })], cpuMs: 1 }
  const row = rowOf(defect, examination, { ...context, finder })
  t.strictSame(row.whole_suite, { requests: 4, measured: false })
  t.strictSame(row.budgets, [{ budget: 200, killed: false, measured: false }])
  t.strictSame(wholeSuiteScores([row], finder), [
    { budget: 200, killed: 0, of: 1 },
    { budget: null, killed: 1, of: 1 },
  ])
  const measured = stage({ stage: 'budget', budget: 200, caught: found({}) })
  t.strictSame(compareEstimates([[...examination.stages, measured]], finder), { compared: 1, too_good: 0, too_bad: 1 })
})

t.test('random plans are scored by the request in which they found it', async (t) => {
  const row = (requests: number | null): DefectRow => ({
    ...untestedRow(defectOf('x', 'order.has-id'), 'why'),
    random_plans: { requests },
  })
  const killed = randomPlanScores([row(100), row(900), row(2000), row(null)]).map((score) => score.killed)
  t.strictSame(killed, [1, 1, 2, 3])
  t.strictSame(randomPlanScores([]), [])
})

t.test('what else goes red is explained by defect or rule, by the defect itself, or not at all', async (t) => {
  const explain = explainer([
    { when: ['order.has-*'], also: ['conventions.empty-*'], because: 'one' },
    { when: ['that-defect'], also: ['list.x'], because: 'two' },
    { when: ['never'], also: ['*'], because: 'three' },
  ])
  const pair = (defect: string, breaks: string, also: string) => explain({ defect, breaks, also })
  t.equal(pair('any', 'order.has-id', 'conventions.empty-fields'), 'one')
  t.equal(pair('that-defect', 'list.y', 'list.x'), 'two')
  t.equal(pair('that-defect', 'list.y', 'list.xy'), null, 'a pattern is the whole text')
  t.equal(pair('any', 'orderXhas-id', 'conventions.empty-fields'), null, 'a dot is a dot')
  t.strictSame(
    explain.unused().map(({ because }) => because),
    ['three'],
  )
  const defect = { ...defectOf('x', 'order.has-id'), also: ['list.x'] }
  const also = [found({ rule: 'list.x' }), found({ rule: 'list.z' })]
  const { collateral } = rowOf(defect, { defect: 'x', stages: [stage({ caught: found({}), also })], cpuMs: 1 }, context)
  t.strictSame(
    collateral.rules.map(({ because }) => because !== null),
    [true, false],
  )
})

const matrixOf = (rest: Partial<KillMatrix>): KillMatrix => ({
  format: 'assay-matrix',
  version: 3,
  suite: { name: 'assay', version: '0.0.0', contract: '1.0.0' },
  seed: 1,
  started_at: new Date(0).toISOString(),
  duration_ms: 1,
  cpu_ms: 1,
  workers: 1,
  selection: { defects: 1, of: 1, how: 'all' },
  references: [],
  summary: { killed: 0, survived: 1, inconclusive: 0 },
  scores: { how: '', whole_suite: [], random_plans: [] },
  estimate: { compared: 0, too_good: 0, too_bad: 0 },
  vacuous: null,
  settled_by_rerun: [],
  alone: null,
  gaps: [],
  defects: [],
  ...rest,
})

t.test(
  'the gate names a defect that was killed before, a new one that is not, a false alarm and an idle check',
  async (t) => {
    const survivor = rowOf(defectOf('lost', 'order.has-id'), { defect: 'lost', stages: [stage({})], cpuMs: 1 }, context)
    const matrix = matrixOf({
      defects: [survivor],
      vacuous: ['order.idle'],
      references: [{ budget: null, requests: 1, findings: ['list.x'], cpu_ms: 1 }],
    })
    const said = losses(matrix, { ...baseline, killed: { lost: 'order.reads' } })
    t.equal(said.length, 3)
    t.match(
      said.join(' '),
      /list\.x is red without a defect.*lost breaks order\.has-id, was killed before and now survives.*order\.idle/,
    )
    t.match(losses(matrix, baseline)[1], /survives; fix the check/)
    const reasons = { survivors: { lost: 'a reason' }, vacuous: { 'order.idle': 'another' } }
    const after = nextBaseline(matrix, { ...baseline, ...reasons })
    t.strictSame(after.survivors, { lost: 'a reason' }, 'a reason given before is kept')
    t.strictSame(losses({ ...matrix, references: [] }, after), [], 'what the baseline excuses is no loss')
    const besides = { scope: 'whole', rules: [{ rule: 'order.y', by: 'order.x', because: null }] } as const
    const unexplained = matrixOf({ defects: [{ ...survivor, collateral: { ...besides, rules: [...besides.rules] } }] })
    t.match(losses(unexplained, after).join(' '), /^Unexplained: lost \(order\.has-id\) → order\.y; fix the check/)
  },
)

t.test('what the checks of the rule kill and a whole run misses is a loss', async (t) => {
  const rowWith = (whole: Partial<Examined>) => {
    const stages = [stage({ caught: found({}) }), stage({ stage: 'whole', ...whole })]
    return rowOf(defectOf('hidden', 'order.has-id'), { defect: 'hidden', stages, cpuMs: 1 }, context)
  }
  const missed = rowWith({ caught: null })
  t.strictSame(missed.whole_suite, { requests: null, measured: true })
  const said = losses(matrixOf({ defects: [missed] }), baseline)
  t.equal(said.length, 1)
  t.match(said[0], /^hidden breaks order\.has-id, is killed by order\.reads alone and missed by a whole run; find/)
  t.match(matrixText(matrixOf({ defects: [missed] })), /missed by the whole suite\n +hidden\n/)
  t.match(wholeSuiteScores([missed], null), [{ killed: 0, of: 1 }])
  const after = rowWith({ caught: found({ requests: 900 }) })
  t.strictSame(after.whole_suite, { requests: 900, measured: true })
  t.strictSame(losses(matrixOf({ defects: [after] }), baseline), [])
  t.equal(rowWith({ caught: null, outcome: 'interrupted' }).whole_suite, null, 'what was cut off says nothing')
})

t.test(
  'the whole suite runs within each budget for a few defects, and to its end for as many as are asked for',
  async (t) => {
    const defects = ['one', 'two', 'three'].map((id) => defectOf(id, 'order.has-id'))
    const runsOf = (whole: number | null) => {
      const measures = { seed: 1, whole, random: 0, shorten: 0, reference: false }
      const { orders } = planMatrix(defects, measures, { baseline, checks: [] })
      const ofWhole = orders.filter(({ order }) => order.whole === 'measured')
      return [ofWhole.length, ofWhole.filter(({ order }) => order.budgets.length > 0).length]
    }
    t.strictSame(runsOf(0), [0, 0])
    t.strictSame(runsOf(2), [2, 2])
    t.strictSame(runsOf(null), [3, 0])
  },
)

t.test('a run over some defects changes their entries of the baseline alone', async (t) => {
  const before: Baseline = {
    version: 1,
    killed: { first: 'order.reads', lost: 'order.reads', other: 'list.reads' },
    reproducers: { lost: 'create:plain', other: 'create:plain' },
    survivors: { excused: 'a reason' },
    vacuous: { 'order.idle': 'another reason' },
  }
  const rowFor = (id: string, caught: Found | null) =>
    rowOf(defectOf(id, 'order.has-id'), { defect: id, stages: [stage({ caught })], cpuMs: 1 }, context)
  const some = matrixOf({
    selection: { defects: 3, of: 5, how: 'those asked for' },
    defects: [rowFor('lost', null), rowFor('excused', found({})), rowFor('added', found({}))],
  })
  t.strictSame(nextBaseline(some, before), {
    version: 1,
    killed: {
      added: 'order.reads',
      excused: 'order.reads',
      first: 'order.reads',
      lost: 'order.reads',
      other: 'list.reads',
    },
    reproducers: { other: 'create:plain' },
    survivors: {},
    vacuous: { 'order.idle': 'another reason' },
  })
  t.match(
    losses(some, nextBaseline(some, before)).join(' '),
    /lost breaks order\.has-id, was killed before and now survives/,
  )
  const all = nextBaseline({ ...some, selection: { defects: 3, of: 3, how: 'all' }, vacuous: [] }, before)
  t.strictSame(
    Object.keys(all.killed),
    ['added', 'excused', 'lost'],
    'one over all defects leaves out what is no defect any more',
  )
  t.strictSame(all.vacuous, {})
})

t.test('what other tools killed is shown of a run over all defects', async (t) => {
  const mutants = { of: 8, sample: 3, caught: {} }
  const peers = { peers: [], sample: 7, of: 9, mutants, fault_types: [], ran_at: '2026-01-01T00:00:00Z' } as never
  t.match(matrixText(matrixOf({ peers })), /on 7 of 9 defects and 3 of 8 mutants/)
  t.notMatch(matrixText(matrixOf({ peers, selection: { defects: 1, of: 9, how: 'those asked for' } })), /of 9 defects/)
})

t.test('a check that found nothing is tried alone, with a defect of each of its rules in turn', async (t) => {
  const check = checkOf('order.idle', 'order.has-id', 'order.has-status')
  const examinations = [{ defect: 'x', stages: [stage({ finders: ['order.reads', 'invariant.fields'] })], cpuMs: 1 }]
  t.strictSame(idleChecks([check, checkOf('order.reads')], examinations), [check])
  const defects = [
    ...Array.from({ length: 30 }, (_, index) => defectOf(`id-${index}`, 'order.has-id')),
    defectOf('other', 'order.has-dates'),
    defectOf('status', 'order.has-status'),
  ]
  const candidates = candidatesFor(check, defects, { reproducers: { status: 'create:plain' } })
  t.strictSame(
    candidates.slice(0, 3).map(({ defect: { id } }) => id),
    ['id-0', 'status', 'id-1'],
  )
  t.equal(candidates[1]!.reproducer, 'create:plain')
  t.equal(candidates.length, 24)
})

t.test('progress names survivors at once and shows the time that is left', async (t) => {
  let now = 0
  let text = ''
  const progress = createProgress({
    total: 10,
    weight: 28,
    write: (part) => (text += part),
    live: false,
    now: () => now,
  })
  for (let done = 0; done < 5; done += 1) {
    now += 10_000
    progress.done(done === 0 ? 12 : 2, done === 1 ? 'survived: one' : null)
  }
  t.match(text, /survived: one\n3 of 10, 1 survived so far, 30 s, about 23 s left\n/)
})
