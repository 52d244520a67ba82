// Whatever a service makes of a hold or a resume without a body, what comes after it is judged.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const rows = [
  ['actions.hold-without-body', 'actions.body-may-be-missing', 'no rule of the check is left without a comparison'],
  [
    'actions.resume-without-body',
    'revisions.odd-requests-do-no-harm',
    'no order stays on hold as its resume has no body',
  ],
] as const

for (const [freedom, id, what] of rows)
  t.test(what, async (t) => {
    const checks = (await loadChecks()).filter((check) => check.id === id)
    for (const reading of ['accepted', 'status-400', 'status-415', 'status-422']) {
      const simulator = await createSimulator({ clock: { mode: 'manual' }, readings: { [freedom]: reading } })
      t.teardown(() => simulator.close())
      const verdicts = verdictsIn(await judge(simulator.profile(), { checks, options: { rerun: false } }))
      for (const rule of checks[0]!.verifies) t.match(verdicts.get(rule), { verdict: 'pass' }, `${reading}: ${rule}`)
    }
  })
