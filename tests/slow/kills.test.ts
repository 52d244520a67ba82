// The kills of the ordinary tests, more of them.
// Silent for up to 300 s.
import { join } from 'node:path'
import t from 'tap'
import { killOverHttp } from '../simulator/http-kills.ts'
import { killAgain } from '../simulator/kills.ts'

t.test('nothing acknowledged is lost in 160 kills under concurrent writes', async (t) => {
  await killAgain(t, join(t.testdir(), 'data.ndjson'), 160)
})

t.test('nothing acknowledged over HTTP is lost in 40 kills and 200 data files', async (t) => {
  await killOverHttp(t, join(t.testdir(), 'world.ndjson'), { rounds: 40, images: 5, seed: 71, most: 110 })
})
