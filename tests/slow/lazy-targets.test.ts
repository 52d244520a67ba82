// A server that answers well and does nothing somewhere never ends green: a rule is violated, or the run has no verdict.
// Silent for up to 300 s.
import t from 'tap'
import { conform, type TargetProfile } from '../../conformance/conform.ts'
import { lazyTargets, lessOf } from '../lazy-targets.ts'
import { sampled } from '../sampled.ts'
import { busyTarget } from '../meanwhile/busy-target.ts'

for (const [what, { busy, areas, without = [], violates, blocked }] of sampled(Object.entries(lazyTargets), 3))
  t.test(`a server that ${what} is not green`, async (t) => {
    const profile = lessOf(await busyTarget(t, busy), without) as TargetProfile
    const report = await conform(profile, { areas, seed: 1, rerun: false })
    const broken = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    t.comment(`${report.exit_code} ${report.reason?.code ?? ''} ${broken.join(' ')}`)
    t.ok(report.exit_code === 1 || report.exit_code === 2, report.line)
    if (violates !== undefined) t.equal(report.exit_code, 1, report.line)
    if (violates !== undefined) t.ok(broken.includes(violates), broken.join(' '))
    if (blocked !== undefined) t.match(report, { exit_code: 2, reason: { code: blocked } }, report.line)
  })
