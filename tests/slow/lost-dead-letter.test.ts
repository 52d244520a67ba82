// A dead letter that has left the feed shows no attempt: the rules of the attempts are not tested then, which is no error of assay.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { createSimulator } from '../../in-process.ts'
import { judge } from '../judge-target.ts'

const id = 'delivery.attempts-follow-the-schedule'

t.test('a feed without its dead letters', async (t) => {
  const simulator = await createSimulator({ journal: false, defect: 'feed-without-dead-letters' })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((check) => check.id === id)
  const { events } = await judge(simulator.profile(), { checks, options: { rerun: false } })
  const outcomes = events.flatMap((event) => (event.type === 'check-finished' ? (event.outcomes ?? []) : []))
  t.ok(outcomes.length > 0)
  const errors = outcomes.filter(({ verdict }) => verdict === 'error')
  t.strictSame(errors, [])
})
