// The kills over HTTP as a test tells of them.
import { join } from 'node:path'
import type { Test } from 'tap'
import { killOverHttp } from './http-kills.ts'

type Given = Omit<Parameters<typeof killOverHttp>[0], 'data' | 'teardown'>

export const killedOverHttp = async (t: Test, given: Given): Promise<void> => {
  const data = join(t.testdir(), 'world.ndjson')
  const { wrong, ...counts } = await killOverHttp({ ...given, data, teardown: (end) => t.teardown(end) })
  t.strictSame(wrong, [], 'all that was acknowledged is there')
  const { kills, images, acknowledged, delivered } = counts
  t.strictSame([kills, images], [given.rounds, given.rounds * given.images])
  t.ok(acknowledged >= given.rounds * 5 && delivered > 0, 'there was something to lose')
  t.comment(JSON.stringify(counts))
}
