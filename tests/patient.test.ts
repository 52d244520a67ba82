// What only time shows, without a control port: named beforehand, waited for side by side, and judged as a moved clock would.
import t, { type Test } from 'tap'
import { conformCommand } from '../conformance/cli/conform.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { callCommand } from './call-command.ts'
import { judge } from './judge-target.ts'
import { assay } from './places.ts'
import { verdictsIn } from './small-profiles.ts'
import { withWireClock } from './wire-clock.ts'

const ids = [
  'auth.token-lives-sixty-minutes',
  'downloads.link-works-until-it-expires',
  'idempotency.key-is-remembered-a-day',
  'account.identifies-the-credential',
]
const day = 86_400

/** The target's clock goes as the test's own, and is never moved by the run. */
const judgePatiently = async (t: Test, patientSeconds: number, defect?: string) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, ...(defect !== undefined && { defect }) })
  t.teardown(() => simulator.close())
  const { control_url: _none, ...profile } = simulator.profile() as Record<string, unknown>
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  const began = Date.now()
  const judged = await withWireClock((pass) =>
    judge(profile, {
      checks,
      patientSeconds,
      options: {
        rerun: false,
        async rest(ms) {
          pass(ms)
          await simulator.advance(ms / 1000)
        },
      },
    }).then((run) => ({ ...run, waitedMs: Date.now() - began })),
  )
  const messages = (type: 'waits-planned' | 'note') =>
    judged.events.flatMap((event) => (event.type === type ? [event.message] : []))
  const finished = judged.events.flatMap((event) => (event.type === 'check-finished' ? [event.check] : []))
  return {
    ...judged,
    verdicts: verdictsIn(judged),
    planned: messages('waits-planned'),
    notes: messages('note'),
    finished,
  }
}

t.test('ten minutes see the end of a link, and what takes longer is named', async (t) => {
  const { verdicts, planned, notes, finished, waitedMs } = await judgePatiently(t, 600)
  t.match(verdicts.get('downloads.link-dies-at-expiry'), { verdict: 'pass' })
  t.match(verdicts.get('downloads.link-is-reusable'), { verdict: 'pass' })
  t.match(verdicts.get('auth.token-is-valid-for-60-minutes'), {
    verdict: 'not-tested',
    reason_code: 'needs-time',
    reason: /the end of a token takes 66 min of waiting/,
    remedy: /--patient/,
  })
  t.match(planned, [
    /^Waits beside the other checks, for at most 10 min: the end of a signed link \(6 min\)\. Not for: the end of a token \(66 min\), the day that a key is remembered \(24 h 2 min\)\.$/,
  ])
  t.match(notes, [
    /judged 3 more rules: .*downloads\.link-dies-at-expiry.*Still not reached: the end of a token \(66 min\)/,
  ])
  t.equal(finished.at(-1), 'downloads.link-works-until-it-expires', 'the other checks ran meanwhile')
  t.ok(waitedMs >= 300_000 && waitedMs <= 600_000, `${waitedMs} ms`)
})

t.test('a day of patience judges all that a moved clock would, side by side', async (t) => {
  const { events, verdicts, waitedMs } = await judgePatiently(t, 2 * day)
  // The header Date of an answer keeps the time of the machine, which invariants notice.
  const found = events.flatMap((event) => (event.type === 'finding' && ids.includes(event.check) ? [event] : []))
  t.strictSame(found, [])
  for (const rule of ['auth.token-is-valid-for-60-minutes', 'auth.expired-token-has-code-token-expired'])
    t.match(verdicts.get(rule), { verdict: 'pass' }, rule)
  t.match(verdicts.get('idempotency.key-forgotten-after-24-hours'), { verdict: 'pass' })
  t.ok(waitedMs < 1000 * (day + 600), `one beside the other: ${waitedMs} ms`)
})

t.test('a link that lives on is found by waiting, and without patience nothing is said of it', async (t) => {
  const found = await judgePatiently(t, 600, 'expired-link-works')
  t.match(found.verdicts.get('downloads.link-dies-at-expiry'), { verdict: 'fail' })
  t.match(found.result, { exit_code: 1 })
  const hasty = await judgePatiently(t, 0, 'expired-link-works')
  t.match(hasty.verdicts.get('downloads.link-dies-at-expiry'), { verdict: 'not-tested', reason_code: 'needs-time' })
  t.strictSame([...hasty.planned, ...hasty.notes], [])
})

const conform = (t: Test, ...args: string[]) =>
  callCommand(conformCommand({ embedded: { command: process.execPath, args: [assay, 'simulate'] } }), [
    '--report-dir',
    t.testdir(),
    '--area',
    'account',
    ...args,
  ])

t.test('patience has a unit, ends before the run does, and is not needed where the clock is moved', async (t) => {
  t.match(await conform(t, '--patient', '10'), { code: 3, output: /such as 90s, 10m or 2h/ })
  const long = await conform(t, '--patient', '2h')
  t.match(long, { code: 3, output: /patience_too_long: .*2 h.*90 min.*--patient.*--max-minutes/ })
  const controlled = await conform(t, '--patient', '10m')
  t.match(controlled, { code: 0, output: /Nothing is waited for: the clock of the control port is moved\./ })
})
