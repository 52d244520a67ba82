// Why the second of `updated_since` was not judged: a target is said to refuse fractions only where it was sent one.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const rule = 'list.updated-since-includes-its-whole-second'

const judged = async (t: Test, readings: Record<string, string>) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, readings })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => id === 'list.updated-since-is-inclusive')
  const run = await judge(simulator.profile(), { checks, options: { rerun: false } })
  const isFraction = ({ url }: { url: string }): boolean => /updated_since=[^&]*\.\d+%2B05/.test(url)
  const sent = run.events.filter((event) => event.type === 'exchange' && isFraction(event.exchange.request))
  return { sent: sent.length, verdict: verdictsIn(run).get(rule) }
}

t.test('where all that came later has one age, no fraction is sent, and the reason says so', async (t) => {
  const { sent, verdict } = await judged(t, { 'conventions.timestamp-fraction': 'whole-seconds' })
  t.equal(sent, 0)
  t.match(verdict, { verdict: 'not-tested', reason_code: 'nothing-changed-after-fraction' })
})

t.test('where something changed after it, a fraction is sent, and the rule is judged', async (t) => {
  const { sent, verdict } = await judged(t, {})
  t.ok(sent > 0)
  t.match(verdict, { verdict: 'pass' })
})
