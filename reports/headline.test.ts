// The headline counts what was selected, and every report takes its numbers.
import t from 'tap'
import { firstLine, headline, headlineCounts } from './headline.ts'
import { verdictLine } from './html/verdict-line.ts'
import { terminalReporter } from './reporters/terminal.ts'
import type { RuleJudged, RunEvent, VerdictName } from './run-record.ts'
import { emptyRun, type Run } from './summary.ts'

const rule = (id: string, verdict: VerdictName, checks: string[], reason: string | null = null): RuleJudged => ({
  type: 'rule-judged',
  rule: id,
  source: '',
  text: '',
  verdict,
  reason,
  checks,
  evidence: 1,
  requests: [],
})

const outside = 'outside the selected checks'

const areas = ['a', 'b', 'c', 'd']

const runOf = (planned: string[], ...more: RuleJudged[]): Run => ({
  ...emptyRun(),
  planned,
  finished: {
    type: 'run-finished',
    outcome: 'complete',
    exit_code: 0,
    reason: null,
    requests: 1,
    deliveries: 0,
    waited_ms: 0,
    ms: 1,
  },
  rules: [
    ...areas.flatMap((area) => [
      rule(`${area}.one`, 'pass', [`${area}.check`]),
      rule(`${area}.two`, 'not-tested', [`${area}.check`], 'the profile names no second client'),
    ]),
    rule('z.invariant', 'pass', ['invariant.all']),
    rule('z.other', 'not-tested', ['z.check'], outside),
    ...more,
  ],
})

const numbers = (words: string): number[] => (words.match(/\b\d+\b/g) ?? []).map(Number)

t.test('areas are named, and more than three are counted', async (t) => {
  const checks = areas.map((area) => `${area}.check`)
  t.equal(headline(runOf(checks)), '4 areas: 4 of 8 rules pass, 4 not tested')
  t.equal(headline(runOf(checks.slice(0, 2))), 'a, b: 2 of 4 rules pass, 2 not tested')
})

t.test('checks that are not all of their areas are counted as checks, with the rules that they verify', async (t) => {
  const another = rule('a.three', 'not-tested', ['a.further'], outside)
  t.equal(headline(runOf(['a.check', 'b.check'], another)), '2 checks: 2 of 4 rules pass, 2 not tested')
  t.equal(headline(runOf(['a.check'], another)), 'a.check: 1 of 2 rules pass, 1 not tested')
})

t.test('the page and the other reports have the same numbers, and they add up', async (t) => {
  const odd = [rule('z.error', 'error', ['a.check'], 'x'), rule('y.open', 'inconclusive', ['a.check'], 'x')]
  for (const planned of [areas.map((area) => `${area}.check`), ['a.check', 'b.check'], ['a.check']]) {
    const run = runOf(planned, ...odd)
    const { of, passed, errors, inconclusive, untested } = headlineCounts(run)
    t.equal(passed + errors + inconclusive + untested, of, `${planned.length} checks`)
    const inPage = numbers(verdictLine(run).words.replace(/4 areas/, ''))
    t.strictSame(inPage, [passed, of, of - passed])
    t.strictSame(numbers(headline(run).replace(/4 areas/, '')), [passed, of, errors, inconclusive, untested])
  }
})

t.test('a violation counts wherever it is', async (t) => {
  const run = runOf(['a.check'], rule('z.bad', 'fail', ['invariant.all']))
  t.equal(headline(run), 'Does not conform, accepted: 1 of 3 rules violated (a.check), 1 pass, 1 not tested')
  t.match(verdictLine(run).words, ': 1 of 3 rules violated (a.check)')
  run.finished = { ...run.finished!, exit_code: 1 }
  t.match(headline(run), /^Does not conform: 1 of 3 rules violated \(a\.check\)/)
  t.strictSame(numbers(headline(run)), [1, 3, 1, 1])
})

t.test('what is blocked is counted wherever it is, and every place has one number', async (t) => {
  const blocked = (id: string): RuleJudged => ({
    ...rule(id, 'not-tested', ['z.check'], 'nothing came'),
    reason_kind: 'blocked',
    reason_code: 'webhook-not-reached',
  })
  const run = runOf(['a.check'], blocked('a.sent'), blocked('z.sent'))
  let text = ''
  const reporter = terminalReporter({ write: (part) => void (text += part), colour: false })
  const at = '2026-03-02T15:04:05.000Z'
  for (const event of [
    { type: 'checks-planned' as const, checks: run.planned, rules: 12 },
    ...run.rules,
    run.finished!,
  ])
    reporter.event({ at, ...event } as RunEvent)
  t.match(text, 'a.check: 1 of 4 rules pass, 2 blocked, 1 not tested')
  t.match(text, /^ +2 {2}nothing came/m)
  t.match(
    text,
    `errors, 0 not applicable (of ${run.rules.length} in the contract); blocked: 2 of those without a verdict`,
  )
})

t.test('the terminal says of how many rules it speaks', async (t) => {
  const at = '2026-03-02T15:04:05.000Z'
  const screenOf = (given: object): string => {
    const run = runOf(['a.check'])
    let text = ''
    const reporter = terminalReporter({ write: (part) => void (text += part), colour: false })
    const planned = { type: 'checks-planned', checks: run.planned, rules: 12 }
    for (const event of [{ type: 'run-started', ...given }, planned, ...run.rules, run.finished!])
      reporter.event({ at, ...event } as RunEvent)
    return text
  }
  const whole = screenOf({})
  t.match(whole, '1 check in 1 area; 12 rules in the contract')
  t.match(whole, /\(of \d+ in the contract\)/)
  const part = screenOf({ shard: { index: 1, of: 2 } })
  t.match(part, '12 rules in the contract')
  t.match(part, /\(of \d+ in this shard\)/, 'whose record has the rules of its part alone')
  const receiver = screenOf({ environment: { receiver_url: 'https://localhost:3000/hooks' } })
  t.match(receiver, '12 rules for a receiver in the contract')
  t.match(receiver, /\(of \d+ for a receiver in the contract\)/)
})

t.test('what is blocked is counted apart, leaves no verdict, and says why', async (t) => {
  const run = runOf([], {
    ...rule('z.sent', 'not-tested', ['z.check'], 'nothing came'),
    reason_kind: 'blocked',
    reason_code: 'no-specimen',
  })
  run.rules = run.rules.filter(({ rule: id }) => id !== 'z.other')
  run.gate = {
    type: 'gated',
    rule_set: 's',
    baseline: null,
    gating: [],
    accepted: [],
    reported_only: [],
    blocked: ['z.sent'],
    accepted_blocked: [],
    problems: [],
    warnings: [],
  }
  run.finished = { ...run.finished!, exit_code: 2 }
  t.equal(headline(run), 'No verdict: 5 of 10 rules pass, 1 blocked, 4 not tested')
  t.equal(firstLine(run), 'No verdict: 5 of 10 rules pass, 1 blocked, 4 not tested: nothing came (1)')
  t.equal(verdictLine(run).words, 'No verdict: 1 of 10 rules blocked')
  const entry = {
    rule: 'z.sent',
    code: 'no-specimen',
    owner: 'Ann',
    reason: 'x',
    link: 'https://a.test',
    expires: '2999-12-31',
  }
  run.gate = { ...run.gate, blocked: [], accepted_blocked: [entry] }
  run.finished = { ...run.finished, exit_code: 0 }
  t.equal(headline(run), 'No rule violated: 5 of 10 rules pass, 1 blocked (accepted), 4 not tested')
})

t.test('a run in which no rule passes has no verdict, and never reads as green', async (t) => {
  const run = runOf([])
  run.rules = run.rules.map((one) => ({ ...one, verdict: 'not-tested', reason: 'nothing came' }))
  run.finished = { ...run.finished!, exit_code: 2 }
  t.equal(headline(run), 'No verdict: 0 of 10 rules pass, 10 not tested')
  t.match(verdictLine(run), { tone: 'doubt', words: /^No verdict/ })
  run.planned = ['a.check']
  run.rules = [rule('a.one', 'not-tested', ['a.check']), rule('z.other', 'not-tested', ['z.check'], outside)]
  t.equal(headline(run), 'No verdict: a.check: 0 of 1 rule pass, 1 not tested')
})

t.test('a shard never says of the whole that it conforms', async (t) => {
  const run = runOf([])
  run.rules = [rule('a.one', 'pass', ['a.check'])]
  t.equal(headline(run), 'Conforms: 1 of 1 rule pass')
  run.started = { ...run.started!, shard: { index: 2, of: 3, selection: '' } }
  t.equal(headline(run), 'shard 2 of 3, for assay merge: No rule violated: 1 of 1 rule pass')
})
