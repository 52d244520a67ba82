// `npm run audit-thresholds` in short: no library that keeps the contract by default is blamed for its waits by chance, and one that does not is found.
import t from 'tap'
import { thresholds } from '../../conformance/audit/thresholds.ts'
import { blameIn } from './blame-rates.ts'
import { libraries } from './library-waits.ts'

/** The command has ten times as many. */
const runs = 1_000

for (const { slack } of thresholds.timers)
  for (const library of libraries)
    t.test(`${library.name}, timers late by ${slack} of the wait`, async (t) => {
      const { jitter, growth } = blameIn(library, runs, slack)
      if (library.jitters) t.equal(jitter, 0, 'it jitters')
      else t.ok(jitter > runs / 2, 'it does not jitter')
      if (library.grows) t.equal(growth, 0, 'its waits grow')
      else t.equal(growth, runs, 'its waits do not grow')
    })
