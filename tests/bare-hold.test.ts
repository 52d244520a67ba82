// Whatever a service makes of a hold or a resume without a body, what comes after it is judged.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const id = 'actions.body-may-be-missing'

t.test('no rule of the check is left without a comparison', async (t) => {
  const checks = (await loadChecks()).filter((check) => check.id === id)
  for (const reading of ['accepted', 'status-400', 'status-415', 'status-422']) {
    const simulator = await createSimulator({
      clock: { mode: 'manual' },
      readings: { 'actions.hold-without-body': reading },
    })
    t.teardown(() => simulator.close())
    const verdicts = verdictsIn(await judge(simulator.profile(), { checks, options: { rerun: false } }))
    for (const rule of checks[0]!.verifies) t.match(verdicts.get(rule), { verdict: 'pass' }, `${reading}: ${rule}`)
  }
})

t.test('no order stays on hold as its resume has no body', async (t) => {
  const odd = 'revisions.odd-requests-do-no-harm'
  const checks = (await loadChecks()).filter((check) => check.id === odd)
  for (const reading of ['accepted', 'status-400', 'status-415', 'status-422']) {
    const simulator = await createSimulator({
      clock: { mode: 'manual' },
      readings: { 'actions.resume-without-body': reading },
    })
    t.teardown(() => simulator.close())
    const verdicts = verdictsIn(await judge(simulator.profile(), { checks, options: { rerun: false } }))
    for (const rule of checks[0]!.verifies) t.match(verdicts.get(rule), { verdict: 'pass' }, `${reading}: ${rule}`)
  }
})
