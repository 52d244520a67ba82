// The loop of fixing: what the last run found violated is judged again, and nothing else.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { lastFailed, leftToTheWhole } from '../conformance/cli/last-failed.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { keepGate } from '../conformance/gate/keep-gate.ts'
import { areaOf, selectChecks } from '../conformance/run/select-checks.ts'
import type { JudgedAgain, VerdictName } from '../reports/run-record.ts'
import { callAssay } from './call-command.ts'
import { recordOf } from './records.ts'

type Report = { rules: { id: string; verdict: string }[]; checks: { id: string; verdict: string }[] }

t.test('--last-failed runs the checks that found what the last report shows violated, and no others', async (t) => {
  const out = t.testdir()
  const report = (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  const violated = (): string[] => report().rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
  const conform = (...args: string[]) =>
    callAssay(['conform', '--embedded', '--seed', '1', '--report-dir', out, '--no-rerun', ...args])

  const none = await conform('--last-failed')
  t.equal(none.code, 3, none.output)
  t.match(none.output, /^no_last_run: --last-failed needs the report of an earlier run/)

  const first = await conform('--area', 'account', '--', '--defect', 'account-client-id-left-out')
  t.equal(first.code, 1, first.output)
  const before = violated()
  t.ok(before.length > 0)
  const ran = report().checks.length

  const still = await conform('--last-failed', '--', '--defect', 'account-client-id-left-out')
  t.equal(still.code, 1, still.output)
  t.strictSame(violated(), before)
  t.ok(report().checks.length < ran, 'fewer checks')

  const fixed = await conform('--last-failed')
  t.equal(fixed.code, 0, fixed.output)
  t.strictSame(violated(), [])
})

t.test('a bug that an invariant found is found again by the few checks that send the same', async (t) => {
  const out = t.testdir()
  const rule = 'errors.correlation-id-identifies-the-request'
  const report = () => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  const conform = (...args: string[]) =>
    callAssay(['conform', '--embedded', '--seed', '1', '--report-dir', out, '--no-rerun', ...args, '--', '--defect', 'correlation-id-of-the-process']) // prettier-ignore
  const first = await conform('--area', 'documents')
  t.equal(first.code, 1, first.output)
  const ran = report().checks.length
  const again = await conform('--last-failed')
  t.equal(again.code, 1, again.output)
  t.equal(report().rules.find(({ id }) => id === rule)?.verdict, 'fail')
  t.ok(report().checks.length < ran)
  t.match(again.output, /other checks that can show (this rule|these rules) violated did not run/)
})

t.test(
  'a check that needs no slow attempt, alone, waits for none; what is not judged again is not forgotten',
  async (t) => {
    const out = t.testdir()
    const check = 'feed.filters-agree-with-the-whole'
    const conform = (...args: string[]) =>
    callAssay(['conform', '--embedded', '--seed', '1', '--report-dir', out, '--no-rerun', ...args, '--', '--defect', 'feed-delivered-at-once-alone']) // prettier-ignore
    const { code, output } = await conform('--only', check)
    t.equal(code, 1, output)
    t.match(output, 'feed.delivery-status-filter')
    const record = readFileSync(join(out, 'run.ndjson'), 'utf8')
    t.match(record, '"scenario":"quick-attempts"')
    t.notMatch(record, '"scenario":"failing-attempts"')

    const short = await conform('--last-failed', '--budget', '30')
    t.equal(short.code, 2, 'the check did not fit: nobody knows whether the violation is there')
    t.match(short.output, /^not_judged_again: /m)
    const kept = async () => {
      const next = await conform('--last-failed', '--list')
      t.match(next.output, check)
      t.notMatch(next.output, 'account.identifies-the-credential')
    }
    await kept()
    const away = ['--base-url', 'http://127.0.0.1:9/v1', '--client-id', 'cli_x', '--environment', 'sandbox']
    const gone = await callAssay(['conform', ...away, '--report-dir', out, '--last-failed'], {
      ASSAY_CLIENT_SECRET: 'x',
    })
    t.equal(gone.code, 2, gone.output)
    t.match(gone.output, /target_unreachable/)
    t.notMatch(gone.output, '--last-failed ran', 'it ran nothing')
    await kept()
  },
)

t.test('a folder in the place of a profile is named, with the option that it belongs to', async (t) => {
  const out = t.testdir({ 'report.json': '{}' })
  const { code, output } = await callAssay(['conform', '--embedded', '--last-failed', out])
  t.equal(code, 3)
  t.equal(
    output,
    `folder_as_profile: ${out} is a folder, not a target profile; write --report-dir ${out} where it holds the reports, or give the file.\n`,
  )
})

type Found = {
  check: string
  kind?: string
  key?: string
  requests: string[]
  source?: string
  more?: number
  sources?: string[]
}

t.test('what showed a violation runs again, and not all that judges its rule', async (t) => {
  const checks = await loadChecks()
  const ids = checks.map(({ id }) => id)
  const { directory } = await recordOf('sound')
  const whole = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Record<'rules' | 'checks', object[]>
  const [aRule] = whole.rules
  const [aCheck] = whole.checks
  const aFinding = { expected: '', received: '', pointer: null, cause: null, label: null, plan: null, curl: '' }
  const askedOf = (ran: readonly string[], rule: string, ...found: Found[]) => {
    const report = {
      ...whole,
      rules: [{ ...aRule, id: rule, verdict: 'fail' }],
      findings: found.map((one) => ({ ...aFinding, rule, ...one })),
      exchanges: Object.fromEntries(
        found.flatMap(({ requests, source, sources }) =>
          requests.map((id, index) => [id, { source: sources?.[index] ?? source }]),
        ),
      ),
      checks: ran.map((id) => ({ ...aCheck, id, verdict: 'pass' })),
    }
    return lastFailed(t.testdir({ 'report.json': JSON.stringify(report) }), checks)
  }
  const asked = (rule: string, ...found: Found[]) => askedOf(ids, rule, ...found)
  const by = (check: string): Found => ({ check, requests: ['x1'] })
  const seen = (source: string, key = 'a'): Found => ({
    check: 'invariant.rate-limit',
    kind: 'missing_header',
    key,
    requests: ['x2', key === 'a' ? 'x10' : 'x11'],
    source,
  })

  const filter = 'feed.delivery-status-filter'
  const walks = asked(filter, by('feed.filters-agree-with-the-whole'), by('feed.filters-agree-with-the-whole'))
  t.strictSame(walks.only, ['feed.filters-agree-with-the-whole'], 'the check that found it')
  const selected = selectChecks(checks, { only: walks.only, areas: [] })
  t.strictSame(
    selected.map(({ id }) => id),
    walks.only,
  )
  t.match(
    leftToTheWhole(walks, selected, checks),
    /ran what showed 1 violated rule; [1-9]\d* other checks? that can show this rule violated did not run/,
  )
  t.equal(leftToTheWhole(walks, checks, checks), null)

  const header = 'limits.remaining-header-on-every-response'
  t.strictSame(asked(header, seen(checks[3]!.id)).only, [checks[3]!.id], 'the check that sent it')
  const [held, ...others] = asked(header, seen('scenario.held-order'), seen('scenario.held-order')).only
  t.strictSame(others, [], 'of findings alike one is enough')
  t.match(held, /^actions\./, 'a check that uses the scenario')
  const two = asked(header, seen('scenario.held-order'), seen(checks[3]!.id, 'b')).only
  t.equal(two.length, 2, 'what is not alike is shown by its own')
  const [first] = asked(header, seen('preflight')).only
  t.strictSame(checks.find(({ id }) => id === first)?.needs, [], 'every run has a preflight: any check will do')

  t.strictSame(asked(header, { ...seen(''), requests: ['d3'] }).only, [header], 'nothing says what sent a delivery')
  t.strictSame(
    asked(header, { ...seen('preflight'), requests: ['d3', 'x900'] }).only,
    [header],
    'nor of one with an exchange',
  )
  t.strictSame(asked(header).only, [header], 'nor without a finding')
  t.strictSame(
    asked(header, { ...seen(''), sources: [ids[3]!, ids[5]!] }).only,
    [ids[3], ids[5]],
    'what two checks sent is sent by both again',
  )
  t.strictSame(
    asked(header, { ...seen(''), sources: [ids[3]!, 'rerun'] }).only,
    [ids[3], header],
    'and by the own checks of the rule where no check sends a part',
  )
  t.strictSame(
    asked(header, { ...seen(ids[3]!), more: 1 }).only,
    [header, ids[3]],
    'of some the report has the number alone',
  )
  const able = askedOf(['revisions.either-acknowledgement-suffices'], header, seen('scenario.revision-requests'))
  t.strictSame(able.only, ['revisions.either-acknowledgement-suffices'], 'a check that could run')
  t.strictSame(askedOf([], header, seen('scenario.revision-requests')).only, [header], 'or the rule, where none could')
  t.match(
    leftToTheWhole(able, selectChecks(checks, { only: able.only, areas: [] }), checks),
    new RegExp(`${checks.length - 1} other checks that can show this rule violated did not run`),
    'an invariant may see it in any check',
  )
  t.strictSame(asked(header, by('gone.with-another-version')).only, [header])
  const random = checks.find((check) => areaOf(check) === 'random')!.id
  t.strictSame(asked(filter, by(random)).only, [random, filter], 'plans that are drawn again may not come there')
})

t.test('what was not judged again where it was violated leaves the run without a verdict', async (t) => {
  const gated = (verdict: VerdictName, wanted: JudgedAgain['wanted'], outcomes: VerdictName[] = [verdict]) => {
    const gate = keepGate({
      checks: [{ id: 'a.check', verifies: ['a.x'] }],
      gating: { name: 'all', strict: false, rule: () => true, check: () => true },
      baseline: null,
      date: '2026-03-02',
    })
    const judged = { compared: 1, requests: [], reason: null }
    gate.hear({ type: 'judged-again', wanted })
    gate.hear({
      type: 'check-finished',
      check: 'a.check',
      verdict: outcomes[0]!,
      reason: null,
      requests: 1,
      ms: 1,
      judged: 1,
      outcomes: outcomes.map((one) => ({ rule: 'a.x', verdict: one, ...judged })),
    })
    gate.hear({ type: 'rule-judged', rule: 'a.x', source: '', text: '', verdict, reason: null, checks: [], evidence: 1, requests: [] }) // prettier-ignore
    const { ending, gated: said } = gate.settle({ outcome: 'complete', exit_code: 0, reason: null })
    return [ending.exit_code, ending.reason?.code ?? null, said?.untried]
  }
  const green = [0, null, []]
  const doubtful = [2, 'not_judged_again', ['a.x']]
  t.strictSame(gated('pass', [{ rule: 'a.x', by: 'a.check' }]), green)
  t.strictSame(gated('pass', [{ rule: 'a.x', by: null }]), green)
  t.strictSame(gated('pass', [{ rule: 'a.x', by: 'a.check', source: 'scenario.held-order' }]), green)
  t.strictSame(gated('not-tested', [{ rule: 'a.x', by: null }]), doubtful)
  t.strictSame(gated('pass', [{ rule: 'a.x', by: 'b.check' }]), doubtful, 'another check passed it')
  t.strictSame(gated('pass', [{ rule: 'a.x', by: 'a.check' }], ['not-tested']), doubtful, 'others passed it')
  t.strictSame(
    gated('pass', [{ rule: 'a.x', by: 'a.check', source: 'a.check' }], ['inconclusive']),
    doubtful,
    'what is to send it did not come to its end',
  )
})
