// The loop of fixing: what the last run found violated is judged again, and nothing else.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { lastFailed, leftToTheWhole } from '../conformance/cli/last-failed.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { areaOf, selectChecks } from '../conformance/run/select-checks.ts'
import { reportVersion } from '../reports/reporters/json.ts'
import { callAssay } from './call-command.ts'

type Report = { rules: { id: string; verdict: string }[]; checks: { id: string; verdict: string }[] }

t.test('--last-failed runs the checks of the rules that the last report shows violated', async (t) => {
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

  const still = await conform('--last-failed', '--', '--defect', 'account-client-id-left-out')
  t.equal(still.code, 1, still.output)
  t.strictSame(violated(), before)

  const fixed = await conform('--last-failed')
  t.equal(fixed.code, 0, fixed.output)
  t.strictSame(violated(), [])
})

t.test('a folder in the place of a profile is named, with the option that it belongs to', async (t) => {
  const out = t.testdir({ 'report.json': '{}' })
  const { code, output } = await callAssay(['conform', '--embedded', '--last-failed', out])
  t.equal(code, 3)
  t.equal(
    output,
    `folder_as_profile: ${out} is a folder, not a target profile; write --report-dir ${out} where it holds the reports, or give the file.\n`,
  )
})

type Found = { check: string; kind?: string; key?: string; requests: string[]; source?: string }

t.test('what showed a violation runs again, and not all that judges its rule', async (t) => {
  const checks = await loadChecks()
  const asked = (rule: string, ...found: Found[]) => {
    const report = {
      version: reportVersion,
      line: '',
      outcome: 'complete',
      environment: null,
      summary: {},
      rules: [{ id: rule, source: '', text: '', verdict: 'fail' }],
      findings: found.map((one) => ({ rule, ...one })),
      exchanges: Object.fromEntries(found.map(({ requests, source }) => [requests.at(-1)!, { source }])),
      checks: [],
      readings: [],
    }
    return lastFailed(t.testdir({ 'report.json': JSON.stringify(report) }), checks)
  }
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
    /ran what showed 1 violated rule; [1-9]\d* more checks? of this rule did not run/,
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
  t.strictSame(asked(header).only, [header], 'nor without a finding')
  t.strictSame(asked(header, by('gone.with-another-version')).only, [header])
  const random = checks.find((check) => areaOf(check) === 'random')!.id
  t.strictSame(asked(filter, by(random)).only, [random, filter], 'plans that are drawn again may not come there')
})
