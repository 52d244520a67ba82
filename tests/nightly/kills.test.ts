// The kills of the ordinary tests, many more of them.
// Silent for up to 900 s.
import { nightSeed } from '../night-seed.ts'
import { join } from 'node:path'
import t from 'tap'
import { killedOverHttp } from '../simulator/killed-over-http.ts'
import { killAgain } from '../simulator/kills.ts'

t.test('nothing acknowledged is lost in 200 kills under concurrent writes', async (t) => {
  await killAgain(t, join(t.testdir(), 'data.ndjson'), 200)
})

t.test('nothing acknowledged over HTTP is lost in 200 kills and 200 data files', async (t) => {
  await killedOverHttp(t, {
    rounds: 200,
    images: 1,
    seed: nightSeed(7),
    most: 110,
  })
})
