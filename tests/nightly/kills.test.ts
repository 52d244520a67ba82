// The kills of the ordinary tests, many more of them.
import { join } from 'node:path'
import t from 'tap'
import { killAgain } from '../simulator/kills.ts'

t.test('nothing acknowledged is lost in 200 kills under concurrent writes', async (t) => {
  await killAgain(t, join(t.testdir(), 'data.ndjson'), 200)
})
