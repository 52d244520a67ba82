// The kills of the ordinary tests, more of them.
import { join } from 'node:path'
import t from 'tap'
import { killAgain } from '../simulator/kills.ts'

t.test('nothing acknowledged is lost in 60 kills under concurrent writes', async (t) => {
  await killAgain(t, join(t.testdir(), 'data.ndjson'), 60)
})
