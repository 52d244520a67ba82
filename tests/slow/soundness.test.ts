// No false alarm: simulators that take permitted readings pass, and the suite sees the readings that they take.
// The seeds are fixed; `.ci/nightly` judges other mixes every night, `npm run soundness` those of any seed.
// Silent for up to 300 s.
import t from 'tap'
import { sampled } from '../sampled.ts'
import { expectRightReadings, expectSound, judgeMix } from '../soundness.ts'

const mixes = [
  { vary: 1, areas: ['account', 'catalog', 'create', 'order', 'messages'] },
  { vary: 18, areas: ['lifecycle', 'idempotency', 'documents', 'list'] },
  { vary: 35, areas: ['events', 'errors', 'auth', 'revisions'] },
]

for (const mix of sampled(mixes, 2))
  t.test(`mix ${mix.vary} passes ${mix.areas.join(', ')}, and is seen as it is`, async (t) => {
    const judged = await judgeMix(mix)
    t.comment(`${judged.cpuMs / 1000} s of CPU, ${judged.seen.length} freedoms seen`)
    expectSound(t, judged, mix.areas)
    expectRightReadings(t, judged)
  })
