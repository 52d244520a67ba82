// `npm run audit-thresholds`: how often the audit blames a client for its waits, by the formulas of real libraries; exit code 1 where
// one that jitters is blamed for none, or one whose waits grow for that they do not.
import { thresholds } from '../../conformance/audit/thresholds.ts'
import { blameIn } from '../../tests/audit/blame-rates.ts'
import { libraries } from '../../tests/audit/library-waits.ts'

const runs = 10_000
let faults = 0
process.stdout.write(`${`blamed in ${runs} runs`.padEnd(42)} no jitter no growth\n`)
for (const library of libraries) {
  const each = thresholds.timers.map(({ slack }) => blameIn(library, runs, slack))
  const [jitter, growth] = (['jitter', 'growth'] as const).map((kind) =>
    Math.max(...each.map((blame) => blame[kind])),
  ) as [number, number]
  const isFalse = (library.jitters && jitter > 0) || (library.grows && growth > 0)
  if (isFalse) faults += 1
  const rightly = [library.jitters ? [] : ['has no jitter'], library.grows ? [] : ['does not grow']].flat().join(', ')
  const row = [library.name.padEnd(46), String(jitter).padStart(6), String(growth).padStart(10)]
  process.stdout.write(`${row.join('')}  ${(isFalse ? 'WRONGLY' : rightly).padEnd(31)}  ${library.from}\n`)
}
process.exitCode = faults > 0 ? 1 : 0
