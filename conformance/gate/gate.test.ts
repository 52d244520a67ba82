import t from 'tap'
import { someCause } from '../../tests/reports/some-cause.ts'
import type { Finding, Gated, Label, RuleJudged, VerdictName } from '../../reports/run-record.ts'
import { firstLine } from '../../reports/headline.ts'
import { emptyRun, type Run } from '../../reports/summary.ts'
import { gate } from './gate.ts'
import type { GateInput } from './gate-input.ts'
import type { KnownBlock, KnownFailure, KnownFailures } from './known-failures.ts'

const date = '2026-06-15'

type Found = [rule: string, check: string, label?: Label]

const speaks = new Map([
  ['a.check', new Set(['a.x', 'a.y'])],
  ['b.check', new Set(['a.x'])],
  ['random.lives', new Set(['a.x', 'a.y'])],
  ['invariant.fields', new Set(['a.y'])],
])

const judged = (rule: string, verdict: VerdictName): RuleJudged => ({
  type: 'rule-judged',
  rule,
  source: 'Limits',
  text: rule,
  verdict,
  reason: null,
  checks: [],
  evidence: 1,
  requests: [],
})

/** `said`: further results, as `check rule verdict`. */
const runOf = (verdicts: Record<string, VerdictName>, found: Found[] = [], said: string[] = []): Run => {
  const run = emptyRun()
  const results = [...found.map(([rule, check]) => `${check} ${rule} fail`), ...said].map((line) => line.split(' '))
  for (const [check, rule, verdict] of results as [string, string, VerdictName][]) {
    const sources = run.results.get(rule) ?? new Map()
    run.results.set(rule, sources.set(check, { rule, verdict, reason: null, compared: 1, requests: [] }))
  }
  run.rules = Object.entries(verdicts).map(([rule, verdict]) => judged(rule, verdict))
  run.findings = found.map(([rule, check]): Finding => ({
    rule,
    check,
    expected: 1,
    received: 2,
    pointer: null,
    requests: [],
  }))
  run.causes = found.flatMap(([rule, , label], index) =>
    label ? [someCause([rule], { label, example: index, findings: [index] })] : [],
  )
  return run
}

const entry = (given: Partial<KnownFailure> = {}): KnownFailure => ({
  rule: 'a.x',
  checks: ['a.check'],
  owner: 'Ann',
  reason: 'It is being fixed.',
  link: 'https://example.com/1',
  expires: '2026-12-31',
  ...given,
})

const baseline = (known: KnownFailure[], flaky: KnownFailure[] = [], blocked: KnownBlock[] = []): KnownFailures => ({
  file: 'b.yaml',
  known,
  flaky,
  blocked,
})

const all = { name: '1.0.0-1', strict: true, rule: () => true, check: () => true }

const settled = (run: Run, given: Partial<GateInput> = {}): Gated =>
  gate({ run, isWhole: true, complete: true, gating: all, baseline: null, date, speaks, ...given })

type Expected = {
  gating?: string[]
  accepted?: string[]
  reported?: string[]
  problems?: string[]
  warnings?: string[]
}

const shortOf = (gated: Gated): Required<Expected> => ({
  gating: gated.gating,
  accepted: gated.accepted.map(({ rule, check }) => `${rule} ${check}`),
  reported: gated.reported_only.map(({ rule, checks }) => `${rule} ${checks.join(' ')}`),
  problems: gated.problems.map(({ code }) => code),
  warnings: gated.warnings.map(({ code }) => code),
})

const broken = { 'a.x': 'fail', 'a.y': 'pass' } as const
const sound = { 'a.x': 'pass', 'a.y': 'pass' } as const
const byA: Found[] = [['a.x', 'a.check', 'deterministic']]
const held = ['a.check a.x pass']
const older = {
  name: '1.0.0-1',
  strict: true,
  rule: (id: string) => id !== 'a.new',
  check: (id: string) => id !== 'b.check',
}

const cases: [what: string, run: Run, given: Partial<GateInput>, expected: Expected][] = [
  ['without a baseline what is broken fails the run', runOf(broken, byA), {}, { gating: ['a.x'] }],
  ['a known failure is accepted', runOf(broken, byA), { baseline: baseline([entry()]) }, { accepted: ['a.x a.check'] }],
  [
    'another check that finds the same rule broken fails the run',
    runOf(broken, [...byA, ['a.x', 'b.check', 'deterministic']]),
    { baseline: baseline([entry()]) },
    { gating: ['a.x'], accepted: ['a.x a.check'] },
  ],
  [
    'an entry may name several checks',
    runOf(broken, [...byA, ['a.x', 'b.check', 'deterministic']]),
    { baseline: baseline([entry({ checks: ['a.check', 'b.check'] })]) },
    { accepted: ['a.x a.check', 'a.x b.check'] },
  ],
  [
    'another rule that the same check finds broken fails the run',
    runOf({ 'a.x': 'fail', 'a.y': 'fail' }, [...byA, ['a.y', 'a.check']]),
    { baseline: baseline([entry()]) },
    { gating: ['a.y'], accepted: ['a.x a.check'] },
  ],
  [
    'an entry is in force on its last day, which is near',
    runOf(broken, byA),
    { baseline: baseline([entry({ expires: date })]) },
    { accepted: ['a.x a.check'], warnings: ['baseline_expires_soon'] },
  ],
  [
    'the day after, it accepts nothing and fails the run by itself',
    runOf(broken, byA),
    { baseline: baseline([entry({ expires: '2026-06-14' })]) },
    { gating: ['a.x'], problems: ['baseline_expired'] },
  ],
  [
    'fourteen days before it is warned of, fifteen days before it is not',
    runOf(broken, byA),
    { baseline: baseline([entry({ expires: '2026-06-29' }), entry({ checks: ['b.check'], expires: '2026-06-30' })]) },
    { accepted: ['a.x a.check'], warnings: ['baseline_expires_soon'] },
  ],
  [
    'an entry whose rule held in the run is unused',
    runOf(sound, [], held),
    { baseline: baseline([entry()]) },
    { problems: ['baseline_unused'] },
  ],
  [
    'an entry whose check was not run is not called unused, though others saw the rule hold',
    runOf(sound, [], ['b.check a.x pass']),
    { baseline: baseline([entry()]) },
    {},
  ],
  [
    'nor one whose check could not tell',
    runOf(sound, [], ['b.check a.x pass', 'a.check a.x not-tested']),
    { baseline: baseline([entry()]) },
    {},
  ],
  ['nor one whose rule was not judged', runOf({ 'a.x': 'not-tested' }), { baseline: baseline([entry()]) }, {}],
  [
    'nor any where the run was cut short',
    runOf(sound, [], held),
    { complete: false, baseline: baseline([entry()]) },
    {},
  ],
  [
    'nor one that random plans alone came upon, which is a matter of chance',
    runOf(sound, [], [...held, 'random.lives a.x pass']),
    { baseline: baseline([entry({ checks: ['random.lives'] })]) },
    {},
  ],
  [
    'but where a check of the entry held, random plans need not have come upon it',
    runOf(sound, [], held),
    { baseline: baseline([entry({ checks: ['a.check', 'random.lives'] })]) },
    { problems: ['baseline_unused'] },
  ],
  [
    'a rule that is no more makes its entry stale',
    runOf({}),
    { baseline: baseline([entry()]) },
    { problems: ['baseline_stale'] },
  ],
  [
    'and so does a check that is no more',
    runOf(broken, byA),
    { baseline: baseline([entry({ checks: ['a.check', 'a.gone'] })]) },
    { accepted: ['a.x a.check'], problems: ['baseline_stale'] },
  ],
  [
    'and a check that does not judge the rule',
    runOf(sound),
    { baseline: baseline([entry({ checks: ['invariant.fields'] })]) },
    { problems: ['baseline_stale'] },
  ],
  [
    'a flaky entry accepts what reruns did not reproduce every time',
    runOf(broken, [['a.x', 'a.check', 'intermittent']]),
    { baseline: baseline([], [entry()]) },
    { accepted: ['a.x a.check'] },
  ],
  [
    'and what they did not see at all',
    runOf(broken, [['a.x', 'a.check', 'unreproduced']]),
    { baseline: baseline([], [entry()]) },
    { accepted: ['a.x a.check'] },
  ],
  [
    'a flaky failure that is seen every time fails the run',
    runOf(broken, byA),
    { baseline: baseline([], [entry()]) },
    { gating: ['a.x'], problems: ['flaky_not_shown'] },
  ],
  [
    'and so does one among several findings',
    runOf(broken, [['a.x', 'a.check', 'intermittent'], ...byA]),
    { baseline: baseline([], [entry()]) },
    { gating: ['a.x'], problems: ['flaky_not_shown'] },
  ],
  [
    'and one that was not tried again',
    runOf(broken, [['a.x', 'a.check', 'unrepeated']]),
    { baseline: baseline([], [entry()]) },
    { gating: ['a.x'], problems: ['flaky_not_shown'] },
  ],
  ['a flaky entry may go unused', runOf(sound, [], held), { baseline: baseline([], [entry()]) }, {}],
  [
    'a rule that is newer than the set is reported only',
    runOf({ 'a.new': 'fail' }, [['a.new', 'a.check']]),
    { gating: older },
    { reported: ['a.new a.check'] },
  ],
  [
    'and so is what a newer check finds',
    runOf(broken, [['a.x', 'b.check']]),
    { gating: older },
    { reported: ['a.x b.check'] },
  ],
  [
    'what a check of the set finds besides fails the run',
    runOf(broken, [['a.x', 'b.check'], ...byA]),
    { gating: older },
    { gating: ['a.x'], reported: ['a.x b.check'] },
  ],
]

for (const [what, run, given, expected] of cases)
  t.test(what, async (t) => {
    const gated = settled(run, given)
    t.strictSame(shortOf(gated), { gating: [], accepted: [], reported: [], problems: [], warnings: [], ...expected })
    for (const { message } of [...gated.problems, ...gated.warnings]) t.match(message, /a\.x/)
  })

t.test('a sentence names the file, the entry, and what to do', async (t) => {
  const shown = (run: Run, entries: KnownFailures) => settled(run, { baseline: entries }).problems[0]?.message
  t.equal(
    shown(runOf(broken, byA), baseline([entry({ expires: '2026-06-14' })])),
    'b.yaml, known entry 1 (a.x): it expired on 2026-06-14; Ann must fix the failure, or set a new day with a reason.',
  )
  t.equal(
    shown(runOf(sound, [], held), baseline([entry()])),
    'b.yaml, known entry 1 (a.x): the rule passed in this run; remove the entry, or list it as flaky if it comes and goes.',
  )
})

t.test('the first line separates the accepted and the reported from the violated', async (t) => {
  const run = runOf({ 'a.x': 'fail', 'a.y': 'fail', 'a.new': 'fail', 'a.z': 'pass' }, [
    ...byA,
    ['a.y', 'a.check'],
    ['a.new', 'a.check'],
  ])
  t.equal(firstLine(run), 'Does not conform: 3 of 4 rules violated')
  run.gate = settled(run, { baseline: baseline([entry()]), gating: older })
  t.equal(
    firstLine(run),
    'Does not conform: 3 of 4 rules violated, 1 of them accepted, 1 of them reported only, not in rule set 1.0.0-1',
  )
})

const blockedRule = (rule: string, code: string, given: Partial<RuleJudged> = {}): RuleJudged => ({
  ...judged(rule, 'not-tested'),
  reason: 'the target does not send',
  reason_code: code,
  reason_kind: 'blocked',
  ...given,
})

const runWith = (...rules: RuleJudged[]): Run => ({ ...emptyRun(), rules })

const block = (given: Partial<KnownBlock> = {}): KnownBlock => ({
  code: 'webhook-not-reached',
  rules: ['a.x'],
  owner: 'Ann',
  reason: 'The sender is not there yet.',
  link: 'https://example.com/1',
  expires: '2026-12-31',
  ...given,
})

const unsent = blockedRule('a.x', 'webhook-not-reached')

const blocks: [what: string, run: Run, given: Partial<GateInput>, expected: [blocked: string[], accepted: string[]]][] =
  [
    ['what is blocked keeps the run from green', runWith(unsent, judged('a.y', 'pass')), {}, [['a.x'], []]],
    ['so does what is inconclusive', runWith({ ...unsent, verdict: 'inconclusive' }), {}, [['a.x'], []]],
    ['what another check judged is judged', runWith({ ...unsent, verdict: 'pass' }), {}, [[], []]],
    ['what the profile lacks is not blocked', runWith({ ...unsent, reason_kind: 'unavailable' }), {}, [[], []]],
    ['a part of a run leaves it to the whole', runWith(unsent), { isWhole: false }, [[], []]],
    [
      'a rule that is newer than the set keeps nothing from green',
      runWith(blockedRule('a.new', 'no-answer')),
      { gating: older },
      [[], []],
    ],
    ['an entry accepts it', runWith(unsent), { baseline: baseline([], [], [block()]) }, [[], ['a.x']]],
    [
      'not for another reason',
      runWith(blockedRule('a.x', 'no-answer')),
      { baseline: baseline([], [], [block()]) },
      [['a.x'], []],
    ],
    [
      'not another rule',
      runWith(unsent, { ...unsent, rule: 'a.y' }),
      { baseline: baseline([], [], [block()]) },
      [['a.y'], ['a.x']],
    ],
    [
      'not after its last day',
      runWith(unsent),
      { baseline: baseline([], [], [block({ expires: '2026-06-14' })]) },
      [['a.x'], []],
    ],
  ]

for (const [what, run, given, [blocked, accepted]] of blocks)
  t.test(what, async (t) => {
    const gated = settled(run, given)
    t.strictSame(gated.blocked, blocked)
    t.strictSame(
      gated.accepted_blocked.map(({ rule }) => rule),
      accepted,
    )
  })

const blockProblems: [what: string, run: Run, entry: KnownBlock, code: string | null][] = [
  ['in use', runWith(unsent), block(), null],
  ['expired', runWith(unsent), block({ expires: '2026-06-14' }), 'baseline_expired'],
  ['of no reason that there is', runWith(unsent), block({ code: 'no-such-reason' }), 'baseline_stale'],
  ['of a rule that is no more', runWith(unsent), block({ rules: ['a.x', 'a.gone'] }), 'baseline_stale'],
  ['whose every rule was judged', runWith(judged('a.x', 'pass')), block(), 'baseline_unused'],
  ['whose rules were judged in part', runWith(unsent, judged('a.y', 'pass')), block({ rules: ['a.x', 'a.y'] }), null],
  ['whose rules are blocked for another reason', runWith(blockedRule('a.x', 'no-answer')), block(), null],
]

for (const [what, run, entry, code] of blockProblems)
  t.test(`an entry for blocked rules ${what}`, async (t) => {
    const { problems } = settled(run, { baseline: baseline([], [], [entry]) })
    t.strictSame(
      problems.map((one) => one.code),
      code === null ? [] : [code],
    )
    for (const { message } of problems) t.match(message, /^b\.yaml, blocked entry 1 \(/)
  })

t.test('what reruns never show fails no run, and is reported as such', async (t) => {
  const [never, sometimes] = [
    settled(runOf(broken, [['a.x', 'a.check', 'unreproduced']])),
    settled(
      runOf(broken, [
        ['a.x', 'a.check', 'unreproduced'],
        ['a.x', 'b.check', 'intermittent'],
      ]),
    ),
  ]
  t.strictSame([never.gating, never.not_reproduced], [[], ['a.x']])
  t.strictSame([sometimes.gating, sometimes.not_reproduced], [['a.x'], []])
  const unknown = settled(runOf(broken, [['a.x', 'a.check', 'unrepeated']]))
  t.strictSame([unknown.gating, unknown.not_reproduced], [['a.x'], []], 'what was not rerun counts')
})
