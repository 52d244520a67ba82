// One answer of a run that is lost, drawn by the seed of the night, in each area: nothing is green for it, and nobody is blamed.
// Silent for up to 300 s.
import { nightSeed } from '../night-seed.ts'
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { areaOf } from '../../conformance/run/select-checks.ts'
import { lostAnswers, runLosing, wrongsOf } from '../losing-wire.ts'

for (const area of new Set((await loadChecks()).map(areaOf)))
  t.test(area, async (t) => {
    const whole = await runLosing([area], { nth: 0, arrives: true })
    for (const lost of lostAnswers(whole.calls.length, 8, area, nightSeed())) {
      const run = await runLosing([area], lost)
      t.strictSame(wrongsOf(run, whole, lost), [], `call ${lost.nth}: ${run.calls[lost.nth - 1]}`)
    }
  })
