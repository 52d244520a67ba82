// Every check twice on one simulator: the second run comes to the same verdicts as the first, and to no error of the suite.
// Silent for up to 600 s.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { judge } from '../judge-target.ts'
import { verdictsIn } from '../small-profiles.ts'

t.test('a second run of every check', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = await loadChecks()
  const verdictsOf = async (run: string): Promise<string[]> => {
    const judged = await judge(simulator.profile(), { run, checks, options: { rerun: false, leaveAsIs: false } })
    t.match(judged.result, { outcome: 'complete', exit_code: 0 })
    return [...verdictsIn(judged).values()].map(
      ({ rule, verdict, reason_code: code }) => `${rule} ${verdict}${code === undefined ? '' : ` ${code}`}`,
    )
  }
  const first = await verdictsOf('test0001')
  t.strictSame(
    first.filter((one) => / error\b/.test(one)),
    [],
  )
  t.strictSame(await verdictsOf('test0002'), first)
})
