// The parts of a run: each check in one of them, and the target's rate divided among them by what they are to send.
import t from 'tap'
import { measuredCosts } from './costs.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { takeShard } from './shard.ts'

const checks = await loadChecks()
const given = { seed: 7, costs: measuredCosts() }
const partsOf = (of: number) => Array.from({ length: of }, (_, at) => takeShard(checks, { index: at + 1, of }, given))

t.test('every check is in one part', async (t) => {
  const parts = partsOf(4)
  t.strictSame(parts.flatMap(({ own }) => own.map(({ id }) => id)).toSorted(), checks.map(({ id }) => id).toSorted())
  for (const { own, shard } of parts) t.equal(own.length + shard.elsewhere.length, checks.length)
})

t.test('all parts together keep to the rate, and who has most to send has most of it', async (t) => {
  for (const of of [1, 2, 4, 32]) {
    const rates = partsOf(of).map(({ shard }) => shard.rate)
    t.ok(Math.abs(rates.reduce((sum, rate) => sum + rate, 0) - 1) < 1e-9, `${of} parts`)
    t.ok(
      rates.every((rate) => rate > 0),
      'also a part without a check has its preflight',
    )
  }
  const parts = partsOf(4).map(({ shard }) => ({ rate: shard.rate }))
  const [most] = parts.toSorted((one, other) => other.rate - one.rate)
  t.ok(most!.rate > 0.25)
  t.equal(partsOf(1)[0]!.shard.rate, 1)
})
