// The attempts to deliver an event, waited for without a control port: their times at the receiver are judged, as many as there is time for.
import t, { type Test } from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import type { Wire } from '../../conformance/sut/send.ts'
import { createSimulator } from '../../in-process.ts'
import type { SimulatorOptions } from '../../simulator/public/simulator-options.ts'
import { judge } from '../judge-target.ts'
import { verdictsIn } from '../small-profiles.ts'
import { withWireClock } from '../wire-clock.ts'

const id = 'delivery.attempts-follow-the-schedule'
const [third, fourth] = ['delivery.attempt-3-after-5-minutes', 'delivery.attempt-4-after-30-minutes']

const stepMs = 10_000

/** Without stages no order raises what the failed attempts of other checks need, which would be waited for first. */
const withoutStages = (wire: Wire): Wire => ({
  ...wire,
  send: (message) => wire.send({ ...message, url: message.url.replace(/\/advance$/, '/no-such-path') }),
})

const judgeAttempts = async (
  t: Test,
  patientSeconds: number,
  broken: Pick<SimulatorOptions, 'defect' | 'faults'> = {},
) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, ...broken })
  t.teardown(() => simulator.close())
  const { control_url: _none, ...profile } = simulator.profile() as Record<string, unknown>
  const checks = (await loadChecks()).filter((check) => check.id === id)
  const judgePassing = (pass: (ms: number) => void) =>
    judge(profile, {
      checks,
      patientSeconds,
      through: withoutStages,
      options: {
        rerun: false,
        async rest(ms) {
          for (let left = ms; left > 0; left -= stepMs) {
            pass(Math.min(stepMs, left))
            await simulator.advance(Math.min(stepMs, left) / 1000)
          }
        },
      },
    })
  return verdictsIn(await withWireClock(judgePassing, { goesOn: true }))
}

t.test('ten minutes see the third attempt, and an hour the fourth', async (t) => {
  const soon = await judgeAttempts(t, 600)
  t.match(soon.get(third), { verdict: 'pass' })
  t.match(soon.get(fourth), {
    verdict: 'not-tested',
    reason_code: 'needs-time',
    reason: /attempt 4 to deliver takes 40 min/,
  })
  const later = await judgeAttempts(t, 3_600)
  t.match(later.get(fourth), { verdict: 'pass' })
})

t.test('a third attempt at the wrong time is found', async (t) => {
  const found = await judgeAttempts(t, 600, { defect: 'attempt-3-at-another-time' })
  t.match(found.get(third), { verdict: 'fail' })
})

/** Attempts at the followed event that are counted, and come nowhere. */
const losing = (...attempts: number[]) =>
  attempts.map((attempt) => ({ kind: 'drop' as const, event_type: 'order.on_hold', attempt }))

t.test('one attempt that never came may be lost on its way, and two are not', async (t) => {
  const unknown = { verdict: 'not-tested', reason_code: 'attempt-may-be-lost' }
  const one = await judgeAttempts(t, 3_600, { faults: losing(3) })
  t.match(one.get(third), unknown)
  t.match(one.get(fourth), unknown, 'nor is known when the one after it was due')
  const two = await judgeAttempts(t, 3_600, { faults: losing(3, 4) })
  t.match(two.get(third), unknown)
  t.match(two.get(fourth), { verdict: 'fail' })
})
