// `npm run audit-thresholds` in short: no client that keeps the contract is blamed by chance, one that does not is found, and the page is of
// these libraries and thresholds. The nightly job compares its figures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { thresholds } from '../../conformance/audit/thresholds.ts'
import { readSeen } from '../../lab/seen.ts'
import { root } from '../places.ts'
import { blameIn } from './blame-rates.ts'
import { blamesOf, models, wrongClients } from './call-blame.ts'
import { createChance, libraries } from './library-waits.ts'
import { thresholdPage, uncovered, wrongIn, type Rates } from './threshold-page.ts'

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

for (const model of models)
  t.test(model.name, async (t) => {
    const blames = blamesOf(model, runs, createChance(1))
    if (model.isLimit) t.ok(blames > 0 && blames < runs / 2, `a limit: ${blames}`)
    else t.equal(blames, 0)
  })

for (const model of wrongClients)
  t.test(`it is found: ${model.name}`, async (t) => {
    t.ok(blamesOf(model, runs, createChance(1)) > runs / 2)
  })

/** What the lab measured of a read that is answered 500, by the library whose formula it must follow. */
const measured: Record<string, string> = {
  'curl, --retry': 'clients/curl',
  'Faraday, backoff_factor 2': 'clients/faraday',
  'Guzzle, RetryMiddleware': 'clients/guzzle',
  resty: 'clients/resty',
  'undici, RetryAgent': 'clients/undici',
  'reqwest-retry': 'clients/reqwest-retry',
}

/** The lab rounds to tenths of a second, on a machine that may be busy. */
const [roundedMs, lateMs] = [50, 250]

for (const [name, id] of Object.entries(measured))
  t.test(`the formula of ${name} gives the waits that the lab measured`, async (t) => {
    const { waits } = libraries.find((one) => one.name === name)!
    const chance = createChance(1)
    const draws = Array.from({ length: 2_000 }, () => waits(chance))
    const seen = readSeen()[id]!.client!.waits['read-500']!
    t.ok(seen.length >= 3, seen.join())
    for (const [index, seconds] of seen.entries()) {
      const drawn = draws.flatMap((one) => one[index] ?? [])
      if (drawn.length === 0) continue
      const [least, most] = [Math.min(...drawn) - roundedMs, Math.max(...drawn) + roundedMs + lateMs]
      t.ok(
        seconds * 1000 >= least && seconds * 1000 <= most,
        `repeat ${index + 1}: ${seconds} s, ${least} to ${most} ms`,
      )
    }
  })

/** Without its figures and the width of its columns. */
const shape = (page: string): string[] =>
  page.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replace(/^-+(:?)$/, '-$1'))
      .map((cell) => cell.replace(/^\d+(, .*)?$/, 'N$1'))
      .join('|'),
  )

t.test('the page has these libraries and thresholds, and blames no client that is right', async (t) => {
  t.strictSame(uncovered(), [], 'each threshold has a rate, or why it has none')
  const page = readFileSync(join(root, 'docs', 'audit-thresholds.md'), 'utf8')
  const none: Rates = {
    runs: 10_000,
    waits: libraries.map((library) => ({ library, jitter: 0, growth: 0 })),
    calls: models.map((model) => ({ model, blames: 0 })),
  }
  t.strictSame(shape(page), shape(thresholdPage(none)), 'npm run audit-thresholds writes it')
  for (const line of page.split('\n').filter((one) => /^\| .* \| +\d/.test(one)))
    for (const cell of line.split('|').filter((one) => /^ *\d+ *$/.test(one))) t.equal(cell.trim(), '0', line)
})

t.test('a client that is blamed wrongly is named', async (t) => {
  const waits = libraries.map((library) => ({ library, jitter: 1, growth: 0 }))
  const named = wrongIn({ runs, waits, calls: models.map((model) => ({ model, blames: 1 })) })
  t.ok(named.includes('resty') && named.includes(models[0]!.name))
  t.notOk(named.includes('curl, --retry'), 'it has no jitter')
  t.notOk(models.some(({ name, isLimit }) => isLimit && named.includes(name)))
})
