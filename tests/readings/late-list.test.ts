// A list that shows new orders moments later: that it is empty until then shows nothing of how it reads an odd query.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { selectChecks } from '../../conformance/run/select-checks.ts'
import { judgeReadings } from '../../proof/soundness/judge-readings.ts'
import { freedoms } from '../../simulator/behaviour/readings/choose.ts'

t.test('an empty status is not read off a list that is behind', async (t) => {
  const all = await loadChecks()
  const { outcome, held, misread } = await judgeReadings({
    simulator: { readings: { 'list.new-order-visibility': 'shortly-after' } },
    checks: selectChecks(all, { only: ['list.odd-queries-do-no-harm'], areas: [] }),
    all,
    usual: new Map(freedoms().map(({ id, default: taken }) => [id, taken])),
  })
  t.strictSame({ outcome, held, misread }, { outcome: 'complete', held: [], misread: [] })
})
