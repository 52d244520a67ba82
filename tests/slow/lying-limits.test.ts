// Targets that lie about their rate hold no run longer than it may take: `--max-minutes N` ends within N + 1, with its report.
// Silent for up to 300 s.
import { nightSeed } from '../night-seed.ts'
import t from 'tap'
import { runAgainst } from '../hostile-run.ts'
import { drawn, lying, named } from '../lying-limits.ts'
import { sampled } from '../sampled.ts'

const lies = drawn(nightSeed(), 40)

// They wait for most of their time.
t.jobs = 6

for (const lie of sampled(lies, 3))
  t.test(named(lie), { buffered: true }, async (t) => {
    const begun = performance.now()
    const areas = ['--area', 'account', '--area', 'list', '--area', 'limits', '--area', 'webhooks']
    const run = await runAgainst(t, lying(lie), [...areas, '--max-minutes', '1', '--timeout', '3'])
    const seconds = (performance.now() - begun) / 1000
    t.comment(`${Math.round(seconds)} s, exit ${run.code} ${run.report?.reason?.code}, ${run.requests} requests`)
    t.ok(seconds <= 120, `${Math.round(seconds)} s`)
    t.notMatch(run.output, /suite_failed|assay itself failed|reporter_failed|\n +at /)
    t.equal(run.report?.exit_code, run.code, 'its report is there')
  })
